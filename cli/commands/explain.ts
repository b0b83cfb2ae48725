import { loadSettings } from '#cli/prepare/load-settings.ts'
import { printExplanation } from '#cli/tell/print-explanation.ts'
import { UsageError } from '#content/finding.ts'
import { lookAtPages } from '#renderer/build/remember-build.ts'
import { chooseLocales } from '#renderer/plan/choose-locales.ts'
import { pagesNamed } from '#renderer/plan/pages-named.ts'
import { explainPage } from '#renderer/reads/explain-page.ts'
import { openTextFile } from '#renderer/site/text-file.ts'

export type ExplainOptions = {
  out: string
  cache: string
  config: string
  locale: string
  family?: string
  json?: boolean
}

/** `site explain`: what a page was made of, why it was rendered when it last was, and what would cause it to be again. */
export async function explain(slug: string, options: ExplainOptions): Promise<void> {
  const { settings, siteRoot } = await loadSettings(options.config)
  const { family, locales } = chooseLocales(settings, options)
  using memory = lookAtPages(options)
  const candidates = [...memory.previous.pages.values()].filter(({ locale }) => locales.includes(locale))
  const pages = pagesNamed(slug, candidates, family.origin)
  if (pages.length === 0) {
    throw new UsageError(`The last build into "${options.out}" has no page "${slug}".`, {
      hint:
        memory.notice ??
        (memory.previous.pages.size === 0
          ? 'Nothing is known of a build into this folder: build it, and name its --out and --cache here too.'
          : 'Give a slug without locale prefix as in /blog, or an address as in /en/blog.'),
    })
  }
  const textFile = openTextFile(siteRoot, locales)
  const explanations = pages.map((page) => explainPage(page, memory, textFile))
  if (options.json) process.stdout.write(`${JSON.stringify(explanations, null, 2)}\n`)
  else printExplanation(explanations, process.stdout)
}
