import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'
import { renderBlock } from '#blocks/registry.tsx'
import { PageBody } from '#templates/page-body.tsx'
import { firstBanner, hasHero, wideBlock } from '#templates/page-view.ts'
import { templates } from '#templates/registry.tsx'
import { Head, type HeadProps } from './head.tsx'
import type { ResolvedPage } from './resolved-page.ts'
import { structuredDataOf } from './structured-data.ts'

/** The parts of a page's head that do not come from its content. */
export type PageAddresses = Omit<HeadProps, 'page' | 'reader' | 'structuredData'>

/** An engine that renders components, and its name. The scripts of the build must be made for the same engine. */
export type PageEngine = { name: string; render: (element: ReactElement) => string }

/** The whole HTML document of a page. Pure: equal input gives equal bytes. */
export function renderPage(page: ResolvedPage, reader: Reader, addresses: PageAddresses, engine: PageEngine): string {
  const Template = templates[page.template]
  const hero = hasHero(page) ? page.blocks[0] : undefined
  const first = firstBanner(page)
  const wide = wideBlock(page)
  const blocks = page.blocks.map((block) =>
    renderBlock(block, {
      reader,
      isHero: block === hero,
      isFirst: block === first,
      wide: block === wide ? (page.template === 'blog-post' ? 'post' : 'page') : undefined,
      jobSlug: page.job?.slug,
    }),
  )
  const whole = (
    <html
      lang={reader.locale}
      dir={directionOf(reader.locale)}
      data-engine={engine.name}
      data-api={reader.site.apiBase}
    >
      <Head
        page={page}
        reader={reader}
        structuredData={structuredDataOf(page, reader, addresses.canonical)}
        {...addresses}
      />
      <body data-template={page.template} {...recaptchaData(page, reader)}>
        <PageBody page={page} reader={reader}>
          <Template page={page} reader={reader} blocks={blocks} />
        </PageBody>
      </body>
    </html>
  )
  try {
    return `<!doctype html>\n${engine.render(whole)}\n`
  } catch (fault) {
    const at = blocks.findIndex((block) => isFaulty(block, engine))
    const { type } = page.blocks[at] ?? {}
    // An error that React throws because of a component's return value names no place in any file.
    if (type && fault instanceof Error) fault.message = `in its block ${at + 1}, "${type}": ${wordsOf(fault)}`
    throw fault
  }
}

/** The message of an error. The one of a schema, whose own message is JSON, names its first faults. */
function wordsOf(fault: Error): string {
  const { name, message, issues } = fault as Error & { issues?: { path: PropertyKey[]; message: string }[] }
  if (name !== 'ZodError' || !issues) return message
  return issues
    .slice(0, 5)
    .map((issue) => `${issue.message}${issue.path.length > 0 ? ` (at "${issue.path.map(String).join('.')}")` : ''}`)
    .join('; ')
}

function isFaulty(block: ReactElement, { render }: PageEngine): boolean {
  try {
    render(block)
    return false
  } catch {
    return true
  }
}

/** The scripts written from right to left, among those of all languages with a two-letter code. */
const rightToLeftScripts = ['Arab', 'Hebr', 'Thaa']
const directions = new Map<string, 'rtl' | undefined>()

function directionOf(locale: string): 'rtl' | undefined {
  if (!directions.has(locale)) {
    const { script = '' } = new Intl.Locale(locale).maximize() // slow, and needed by every page
    directions.set(locale, rightToLeftScripts.includes(script) ? 'rtl' : undefined)
  }
  return directions.get(locale)
}

/** Login and restricted pages load nothing from third parties. */
function recaptchaData({ template }: ResolvedPage, { site: { recaptcha } }: Reader): Record<string, string> {
  if (!recaptcha || template === 'login' || template === 'restricted') return {}
  return {
    'data-recaptcha-key': recaptcha.siteKey,
    'data-recaptcha-origin': recaptcha.origin,
    'data-recaptcha-consent': recaptcha.consent,
  }
}
