import type { JobOptions } from '#cli/prepare/prepare-job.ts'
import { printExplanation } from '#cli/tell/print-explanation.ts'
import { SiteError, UsageError } from '#content/finding.ts'
import { describeAddress } from '#publish/redirects/describe-address.ts'
import { lookAtPages } from '#renderer/build/remember-build.ts'
import { chooseLocales } from '#renderer/plan/choose-locales.ts'
import { hintOfName, pagesNamed, pathNamed } from '#renderer/plan/pages-named.ts'
import { explainPage } from '#renderer/reads/explain-page.ts'
import { openTextFile } from '#renderer/site/text-file.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'
import { openSourceNames } from '#renderer/sources/name-source.ts'
import { toolRoot } from '#renderer/tool-root.ts'

export type ExplainOptions = Pick<JobOptions, 'out' | 'cache' | 'config' | 'locale' | 'family'> & { json?: boolean }

const nothingBuilt = 'No build into this folder is known. Build the site, and pass the same --out and --cache here.'
const buildAgain = 'Build the site again with "npx site build", which renders every page without a record.'

/**
 * Runs `site explain`. Prints what a page was made of, why it was last rendered, and what would cause it to be rendered
 * again.
 */
export async function explain(slug: string, options: ExplainOptions): Promise<void> {
  const { settings, siteRoot } = await loadSettings(options.config)
  const { family, locales } = chooseLocales(settings, options)
  using memory = lookAtPages(options)
  const known = [...memory.previous.pages.values()]
  const candidates = locales.flatMap((locale) => known.filter((page) => page.locale === locale))
  const pages = pagesNamed(slug, candidates, family.origin)
  if (pages.length === 0) {
    if (memory.notice) throw new SiteError({ code: 'memory-lost', message: memory.notice, hint: buildAgain })
    const isKnown = known.length > 0
    const other = isKnown && (await describeAddress(pathNamed(slug, family.origin), options.out))
    const where = options.locale === 'all' ? '' : ` in ${locales.join(', ')}`
    const message = `The last build into "${options.out}" has no page "${slug}"${where}`
    if (other) throw new UsageError(`${message}: ${other.why}.`, { hint: other.hint })
    throw new UsageError(`${message}.`, {
      hint: isKnown ? hintOfName(slug, candidates, pagesNamed(slug, known, family.origin)) : nothingBuilt,
    })
  }
  const files = { textFile: openTextFile(siteRoot, locales), nameSource: openSourceNames({ toolRoot, siteRoot }) }
  const explanations = pages.map((page) => explainPage(page, memory, files))
  if (options.json) process.stdout.write(`${JSON.stringify(explanations, null, 2)}\n`)
  else printExplanation(explanations, process.stdout)
}
