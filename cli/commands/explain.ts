import type { JobOptions } from '#cli/prepare/prepare-job.ts'
import { printExplanation } from '#cli/tell/print-explanation.ts'
import { SiteError, UsageError } from '#content/finding.ts'
import { isShellAddress } from '#publish/redirects/shell-pattern.ts'
import { readRouting } from '#publish/routing.ts'
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
    const other = isKnown && (await describeOther(pathNamed(slug, family.origin), options.out))
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

/**
 * Returns what an export answers at an address that is not a page, and what to do about it. Undefined if it answers
 * with its 404 page.
 */
async function describeOther(
  path: string | undefined,
  out: string,
): Promise<{ why: string; hint: string } | undefined> {
  if (path === undefined) return undefined
  const { redirects, gone, shells } = await readRouting(out)
  const target = redirects.find(({ from }) => from === path)?.to
  const hint = 'To see the outcome of every entry of redirects.json, run: npx site redirects'
  if (target !== undefined) return { why: `redirects.json redirects this address to "${target}"`, hint }
  if (gone.includes(path)) return { why: 'redirects.json says that this address is gone for good', hint }
  const shell = shells.find((pattern) => isShellAddress(path, pattern))
  return (
    shell && {
      why: 'this address is in the restricted area, whose pages are loaded in the browser',
      hint: `To see what the export answers there, run: npx site explain ${shell.file}`,
    }
  )
}
