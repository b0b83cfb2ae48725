import type { FieldRead } from '#preview/field-read.ts'
import type { BlockRow } from '#preview/panel-data.ts'
import { normalText, shownText } from './normal-text.ts'

/** What a place of the page was made of: the element that shows it, its field, and its block. */
export type Picked = { element: Element; read?: FieldRead; block?: BlockRow }

export type PageContent = {
  /** Record of the page's own document. */
  record: string
  reads: FieldRead[]
  blocks: BlockRow[]
}

const mostText = 20_000
const shownAttributes = ['alt', 'title', 'placeholder', 'aria-label', 'value', 'href']

/** The block that an element stands in. */
export function blockOf(element: Element, blocks: BlockRow[]): BlockRow | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const block = at.id ? blocks.find(({ anchor }) => anchor === at.id) : undefined
    if (block) return block
  }
  return undefined
}

/**
 * Finds the field that an element shows: the nearest element around it whose whole text, or one of whose attributes, is the value of a
 * field; else the shortest field that holds its text. Of several equal values the n-th is that of the n-th place that shows it.
 */
export function pickField(target: Element, content: PageContent): Picked {
  const block = blockOf(target, content.blocks)
  const scope = scopeOf(target, block, content)
  const around = { ...(block && { block }) }
  for (let at: Element | null = target; at && at !== scope.root.parentElement; at = at.parentElement) {
    const read = readShownBy(at, scope)
    if (read) return { element: at, read, ...around }
    if (normalText(at.textContent).length > mostText) break
  }
  const holding = readHolding(target, scope.reads)
  if (holding) return { element: target, read: holding, ...around }
  return { element: block ? scope.root : target, ...around }
}

type Scope = { root: Element; reads: FieldRead[] }

/** Inside a block its own fields come first, then what it shows of others; elsewhere the fields around the blocks. */
function scopeOf(target: Element, block: BlockRow | undefined, { reads, record }: PageContent): Scope {
  const page = target.ownerDocument
  const root = (block && page.getElementById(block.anchor)) ?? page.body
  const isOwn = (read: FieldRead): boolean =>
    read.record === record && (block ? read.path.startsWith(`${block.path}.`) : !read.path.startsWith('blocks['))
  const others = reads.filter((read) => read.record !== record)
  return { root, reads: [...reads.filter(isOwn), ...others] }
}

function readShownBy(element: Element, { root, reads }: Scope): FieldRead | undefined {
  if (element.tagName === 'IMG' || element.tagName === 'PICTURE') return pictureRead(element, reads)
  const text = normalText(element.textContent)
  const byText = text ? reads.filter(({ value }) => shownText(value) === text) : []
  if (byText.length > 0) return nthOf(byText, element, root, (other) => normalText(other.textContent) === text)
  for (const name of shownAttributes) {
    const value = normalText(element.getAttribute(name))
    const byValue = value && name !== 'href' ? reads.filter((read) => shownText(read.value) === value) : []
    const found = nthOf(byValue, element, root, (other) => normalText(other.getAttribute(name)) === value)
    if (found) return found
  }
  return undefined
}

/** A picture by its alternative text, else by the name of its file. */
function pictureRead(element: Element, reads: FieldRead[]): FieldRead | undefined {
  const image = element.tagName === 'IMG' ? element : element.querySelector('img')
  const alt = normalText(image?.getAttribute('alt'))
  const byAlt = alt ? reads.find(({ path, value }) => /(^|\.)alt$/.test(path) && shownText(value) === alt) : undefined
  if (byAlt) return byAlt
  const file = image?.getAttribute('src')?.split('/').at(-1) ?? ''
  return reads.find(({ path, value }) => /(^|\.)url$/.test(path) && file.startsWith(fileName(value)))
}

function fileName(url: string): string {
  return (url.split(/[?#]/)[0]?.split('/').at(-1) ?? url).replace(/\.[a-z]+$/, '').toLowerCase()
}

/** The n-th of equal reads for the n-th place that shows their value; the last for places beyond them. */
function nthOf(
  reads: FieldRead[],
  element: Element,
  root: Element,
  shows: (other: Element) => boolean,
): FieldRead | undefined {
  if (reads.length < 2) return reads[0]
  const places = [...root.querySelectorAll('*')].filter((other) => shows(other) && ![...other.children].some(shows))
  const at = places.findIndex((place) => element.contains(place) || place.contains(element))
  return reads[Math.min(Math.max(at, 0), reads.length - 1)]
}

/** The shortest field that holds the text of an element: a paragraph of rich text, a title inside a sentence. */
function readHolding(element: Element, reads: FieldRead[]): FieldRead | undefined {
  const text = normalText(element.textContent)
  if (text.length < 2 || text.length > mostText) return undefined
  const holding = reads.filter(({ value }) => shownText(value).includes(text))
  const held = reads.filter(({ value }) => shownText(value).length > 3 && text.includes(shownText(value)))
  const byLength = (a: FieldRead, b: FieldRead): number => shownText(a.value).length - shownText(b.value).length
  return holding.sort(byLength)[0] ?? held.sort(byLength).at(-1)
}

/** The element that shows a field: inside its block, the innermost one. */
export function elementOf(read: FieldRead, page: Document, content: PageContent): Element | undefined {
  const block = content.blocks.find(({ path }) => read.path.startsWith(`${path}.`))
  const root = (block && page.getElementById(block.anchor)) ?? page.body
  const candidates = [...root.querySelectorAll('*')].filter((element) => {
    const text = shownText(read.value)
    const isShown = normalText(element.textContent) === text || normalText(element.getAttribute('alt')) === text
    return isShown && ![...element.children].some((child) => normalText(child.textContent) === text)
  })
  return candidates.find((element) => pickField(element, content).read === read) ?? candidates[0]
}
