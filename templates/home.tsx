import type { ReactElement } from 'react'
import { IntroBanner } from './intro-banner.tsx'
import type { TemplateProps } from './template-props.ts'

/** The home page. A banner block at its head carries the h1; otherwise the page's own intro does. */
export function Home({ page, reader, blocks }: TemplateProps): ReactElement {
  return (
    <>
      {page.blocks[0]?.type !== 'banner' && <IntroBanner intro={page.intro} reader={reader} />}
      {blocks}
    </>
  )
}
