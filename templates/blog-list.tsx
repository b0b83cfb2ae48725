import type { ReactElement } from 'react'
import { PageHead } from './page-head.tsx'
import type { TemplateProps } from './template-props.ts'

/** The list of posts: intro, crumbs and the blocks, one of which is the list. */
export function BlogList({ page, reader, blocks }: TemplateProps): ReactElement {
  return (
    <>
      <PageHead page={page} reader={reader} />
      {blocks}
    </>
  )
}
