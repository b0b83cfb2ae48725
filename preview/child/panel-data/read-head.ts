import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** What search engines and social networks read of a page, and its headings. */
export type PageFacts = {
  title: string
  /** `content` of each `meta`, by `name` or `property`. */
  meta: Map<string, string>
  canonical: string
  headings: { level: number; text: string }[]
  ids: Set<string>
}

/** Reads the facts of a rendered page. */
export function readPageFacts(html: string): PageFacts {
  const facts: PageFacts = { title: '', meta: new Map(), canonical: '', headings: [], ids: new Set() }
  visit(parse(html), facts, false)
  return facts
}

function visit(node: Node, facts: PageFacts, isHidden: boolean): void {
  if (!('childNodes' in node)) return
  const hidden =
    isHidden || ('tagName' in node && (node.tagName === 'dialog' || attribute(node, 'hidden') !== undefined))
  if ('tagName' in node) readElement(node, facts, hidden)
  for (const child of node.childNodes) visit(child, facts, hidden)
}

function readElement(element: Element, facts: PageFacts, isHidden: boolean): void {
  const { tagName } = element
  const id = attribute(element, 'id')
  if (id) facts.ids.add(id)
  if (tagName === 'title' && facts.title === '') facts.title = textOf(element)
  if (tagName === 'meta') {
    const name = attribute(element, 'name') ?? attribute(element, 'property')
    if (name && !facts.meta.has(name)) facts.meta.set(name, attribute(element, 'content') ?? '')
  }
  if (tagName === 'link' && attribute(element, 'rel') === 'canonical')
    facts.canonical = attribute(element, 'href') ?? ''
  if (/^h[1-6]$/.test(tagName) && !isHidden) {
    facts.headings.push({ level: Number(tagName[1]), text: textOf(element).replaceAll(/\s+/g, ' ').trim() })
  }
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value
}

function textOf(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}
