import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

const htmlFields = new Set(['html', 'answer'])
const textFields = new Set([
  'title',
  'subtitle',
  'headline',
  'description',
  'lead',
  'question',
  'caption',
  'name',
  'address',
  'author',
  'location',
  'employmentType',
])
const silentElements = new Set(['script', 'style', 'template'])

/** Everything a reader can read in a document or in its blocks, as one line of plain text. */
export function plainText(value: unknown): string {
  return textsOf(value).join(' ').replace(/\s+/g, ' ').trim()
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, part]) => {
    if (typeof part !== 'string') return textsOf(part)
    if (htmlFields.has(field)) return [htmlText(part)]
    return textFields.has(field) ? [part] : []
  })
}

function htmlText(html: string): string {
  const texts: string[] = []
  const visit = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (node.nodeName === '#text' && 'value' in node) texts.push(node.value)
    if (!('childNodes' in node) || silentElements.has(node.nodeName)) return
    node.childNodes.forEach(visit)
    if (!inlineElements.has(node.nodeName)) texts.push(' ')
  }
  parseFragment(html).childNodes.forEach(visit)
  return texts.join('')
}

const inlineElements = new Set([
  'a',
  'abbr',
  'b',
  'code',
  'em',
  'i',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
])
