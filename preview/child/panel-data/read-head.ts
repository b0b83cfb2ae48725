import { parse } from 'parse5'
import {
  attributeOf,
  childrenOf,
  type Element,
  elementsOf,
  isElement,
  type Node,
  textOf,
} from '#preview/child/elements.ts'

/** The parts of a page that search engines and social networks read, and its headings. */
export type PageFacts = {
  title: string
  /** The `content` of each `meta`, by `name` or `property`. */
  meta: Map<string, string>
  canonical: string
  headings: { level: number; text: string }[]
}

/** Reads the facts of a rendered page. */
export function readPageFacts(html: string): PageFacts {
  const page = parse(html)
  const elements = elementsOf(page)
  const named = (tag: string): Element[] => elements.filter(({ tagName }) => tagName === tag)
  const metas = named('meta').flatMap((one): [string, string][] => {
    const name = attributeOf(one, 'name') ?? attributeOf(one, 'property')
    return name ? [[name, attributeOf(one, 'content') ?? '']] : []
  })
  const canonical = named('link').find((one) => attributeOf(one, 'rel') === 'canonical')
  const [title] = named('title')
  return {
    title: title ? textOf(title) : '',
    meta: new Map(metas.reverse()), // the first `meta` of a name counts
    canonical: (canonical && attributeOf(canonical, 'href')) ?? '',
    headings: headingsIn(page),
  }
}

/** Returns the visible headings in order. */
function headingsIn(node: Node): PageFacts['headings'] {
  if (isElement(node)) {
    const { tagName } = node
    if (tagName === 'dialog' || attributeOf(node, 'hidden') !== undefined) return []
    if (/^h[1-6]$/.test(tagName))
      return [{ level: Number(tagName[1]), text: textOf(node).replaceAll(/\s+/g, ' ').trim() }]
  }
  return childrenOf(node).flatMap(headingsIn)
}
