import type { ReactElement } from 'react'
import { hasHero } from '#templates/page-view.ts'
import type { TemplateProps } from '#templates/template-props.ts'
import { PageHead } from './page-head.tsx'

/** The layout of the home page. A banner block at its head carries the h1; otherwise the page's own intro does. */
export function Home({ page, reader, blocks }: TemplateProps): ReactElement {
  const heroes = hasHero(page) ? 1 : 0
  return (
    <>
      <PageHead page={page} reader={reader} hero={blocks.slice(0, heroes)[0]} />
      {blocks.slice(heroes)}
    </>
  )
}
