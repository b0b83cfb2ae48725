import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'
import { renderBlock } from '#blocks/registry.tsx'
import { templates } from '#templates/registry.tsx'
import { Shell } from '#templates/shell.tsx'
import { Head, type HeadProps } from './head.tsx'
import type { ResolvedPage } from './resolved-page.ts'
import { structuredDataOf } from './structured-data.ts'

/** What the head of a page says besides its content. */
export type PageAddresses = Pick<HeadProps, 'canonical' | 'alternates' | 'manifest' | 'themeColor' | 'ogLocale'>

/** The whole HTML document of a page. Pure: equal input gives equal bytes. */
export function renderPage(
  page: ResolvedPage,
  reader: Reader,
  addresses: PageAddresses,
  render: (element: ReactElement) => string,
): string {
  const Template = templates[page.template]
  const hasHero = page.template === 'home' && page.blocks[0]?.type === 'banner'
  const blocks = page.blocks.map((block, index) =>
    renderBlock(block, { reader, isHero: hasHero && index === 0, ...(page.job && { jobSlug: page.job.slug }) }),
  )
  const html = render(
    <html lang={reader.locale}>
      <Head
        page={page}
        reader={reader}
        structuredData={structuredDataOf(page, reader, addresses.canonical)}
        {...addresses}
      />
      <body data-template={page.template}>
        <Shell page={page} reader={reader}>
          <Template page={page} reader={reader} blocks={blocks} />
        </Shell>
      </body>
    </html>,
  )
  return `<!doctype html>\n${html}\n`
}
