import type { ReactElement } from 'react'
import { hasHero } from '#templates/page-view.ts'
import type { TemplateProps } from '#templates/template-props.ts'
import { PageHead } from './page-head.tsx'

/** The layout of the home page. The `h1` is in the banner block that opens the page, or else in the page's intro. */
export function Home({ page, reader, blocks }: TemplateProps): ReactElement {
  const heroes = hasHero(page) ? 1 : 0
  return (
    <>
      <PageHead page={page} reader={reader} hero={blocks.slice(0, heroes)[0]} />
      {blocks.slice(heroes)}
    </>
  )
}
