import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'
import type { PageView } from './page-view.ts'

export type TemplateProps = {
  page: PageView
  reader: Reader
  /** The page's blocks in their order. */
  blocks: ReactElement[]
}

/** Renders the content of `<main>` for one layout. */
export type Template = (props: TemplateProps) => ReactElement
