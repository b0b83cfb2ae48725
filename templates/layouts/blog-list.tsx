import type { ReactElement } from 'react'
import type { TemplateProps } from '#templates/template-props.ts'
import { PageHead } from './page-head.tsx'

/** The list of posts: intro, crumbs and the blocks, one of which is the list. */
export function BlogList({ page, reader, blocks }: TemplateProps): ReactElement {
  return (
    <>
      <PageHead page={page} reader={reader} />
      {blocks}
    </>
  )
}
