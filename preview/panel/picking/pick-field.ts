import { marksIn, richTextMark, unmark } from '#preview/marks.ts'
import type { BlockRow, FieldRead, MarkedPage } from '#preview/panel-data.ts'
import { counterpart, ownText } from './counterpart.ts'
import { normalText } from './normal-text.ts'

/** An attribute of an element, such as `alt` or `href`, with the fields that it comes from. */
export type NamedReads = { name: string; reads: FieldRead[] }

/**
 * A place of the page that was picked: its element, and the fields that it shows. There are several fields if equal
 * values have the same mark, or if the element stands for the fields of all elements inside it. There are none if its
 * words come from no field.
 */
export type Picked = { element: Element; reads: FieldRead[]; others: NamedReads[]; block?: BlockRow }

/** The page as it was rendered with marked values. It is parsed, but never shown. */
export type Marked = { body: Element; fields: MarkedPage['fields'] }

export type PageContent = { blocks: BlockRow[]; marked: Marked | undefined }

/**
 * Attributes whose fields the panel shows. In an element without text, the first of them is used instead of the text.
 */
const attributes = ['src', 'alt', 'title', 'placeholder', 'aria-label', 'value', 'label', 'href', 'action', 'datetime']
const unshown = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE'])
/** The elements that are picked when something without words inside them, such as an icon, is clicked. */
const meaningful = 'a, button, summary, label, option, picture, figure'

/** Parses a marked page in a separate document, so that nothing in it runs or loads. */
export function parseMarked({ html, fields }: MarkedPage): Marked {
  return { body: new DOMParser().parseFromString(html, 'text/html').body, fields }
}

/** Returns the block that contains an element. */
function blockOf(element: Element, blocks: BlockRow[]): BlockRow | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const block = at.id ? blocks.find(({ anchor }) => anchor === at.id) : undefined
    if (block) return block
  }
  return undefined
}

/** Finds the fields that an element shows, by the marks in the same place of the marked page. */
export function pickField(target: Element, { blocks, marked }: PageContent): Picked {
  const block = blockOf(target, blocks)
  const around = block ? { block } : {}
  const meant = [target, target.closest(meaningful)]
  for (const element of meant) {
    const found = element && marked && readsOf(element, marked)
    if (found && (found.reads.length > 0 || ownText(element))) return { element, ...found, ...around }
  }
  return { element: target, reads: [], others: [], ...around }
}

function readsOf(element: Element, marked: Marked): Pick<Picked, 'reads' | 'others'> {
  const copy = counterpart(element, element.ownerDocument.body, marked.body)
  if (!copy) return { reads: madeLater(element, marked), others: [] }
  const text = ownText(copy)
  const isAsMade = normalText(unmark(text)) === ownText(element) // a mark may have followed a blank
  const named = attributes.flatMap((name): NamedReads[] => {
    const value = copy.getAttribute(name) ?? ''
    const reads = unmark(value) === element.getAttribute(name) ? fieldsOf(value, marked) : []
    return reads.length > 0 ? [{ name, reads }] : []
  })
  const own = isAsMade ? fieldsOf(text, marked) : madeLater(element, marked)
  const shown = own.length > 0 || !isAsMade ? own : richTextOf(copy, marked)
  if (shown.length > 0 || unmark(text)) return { reads: shown, others: named }
  const [first, ...others] = named
  return first ? { reads: first.reads, others } : { reads: readsInside(copy, marked), others: [] }
}

function fieldsOf(text: string, { fields }: Marked): FieldRead[] {
  return marksIn(text).flatMap((mark) => fields[mark] ?? [])
}

/** Returns the field of the rich text that contains an element. */
function richTextOf(copy: Element, marked: Marked): FieldRead[] {
  for (let at: Element | null = copy; at; at = at.parentElement) {
    const text = ownText(at)
    if (text.includes(richTextMark)) return fieldsOf(text, marked)
  }
  return []
}

/**
 * Returns the fields of everything inside an element: those of its texts, otherwise those of its pictures, otherwise
 * those of other attributes.
 */
function readsInside(copy: Element, marked: Marked): FieldRead[] {
  const inside = [...copy.querySelectorAll('*')].filter((one) => !unshown.has(one.tagName))
  const kinds = [ownText, ...attributes.map((name) => (one: Element) => one.getAttribute(name) ?? '')]
  for (const kind of kinds) {
    const reads = [...new Set(inside.flatMap((one) => fieldsOf(kind(one), marked)))]
    if (reads.length > 0) return reads
  }
  return []
}

/**
 * Returns the fields of a text that an island rendered in the browser. The text is looked up among the texts that the
 * island was given.
 */
function madeLater(element: Element, marked: Marked): FieldRead[] {
  const island = element.closest('[data-island]')
  const text = ownText(element)
  const copy = island && counterpart(island, island.ownerDocument.body, marked.body)
  if (!text || !copy?.nextElementSibling) return []
  const islandTexts = textsIn(JSON.parse(copy.nextElementSibling.textContent ?? 'null'))
  return [...new Set(islandTexts.flatMap((one) => (normalText(unmark(one)) === text ? fieldsOf(one, marked) : [])))]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Returns the element that shows a field. */
export function elementOf(read: FieldRead, page: Document, { blocks, marked }: PageContent): Element | undefined {
  if (!marked) return undefined
  const block = blocks.find(({ path }) => read.path.startsWith(`${path}.`))
  const root = (block && marked.body.querySelector(`#${CSS.escape(block.anchor)}`)) ?? marked.body
  const places = [root, ...root.querySelectorAll('*')].filter((one) => !unshown.has(one.tagName))
  const isOf = (text: string): boolean =>
    fieldsOf(text, marked).some(({ record, path }) => record === read.record && path === read.path)
  const copy =
    places.find((one) => isOf(ownText(one))) ??
    places.find((one) => attributes.some((name) => isOf(one.getAttribute(name) ?? '')))
  return copy && counterpart(copy, marked.body, page.body)
}
