import type { ReactElement } from 'react'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { IntroBanner } from './intro-banner.tsx'
import type { TemplateProps } from './template-props.ts'

/** The list of posts: intro, crumbs and the blocks, one of which is the list. */
export function BlogList({ page, reader, blocks }: TemplateProps): ReactElement {
  return (
    <>
      <IntroBanner intro={page.intro} reader={reader} />
      <Breadcrumbs crumbs={page.crumbs} reader={reader} />
      {blocks}
    </>
  )
}
