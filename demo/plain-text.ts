import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import type { z } from 'zod'
import { fieldsOf } from '#content/fields.ts'

const silentElements = new Set(['script', 'style', 'template'])

/** Everything a reader can read in a document of the contract, as one line of plain text. */
export function plainText(document: unknown, schema: z.ZodType): string {
  const texts = fieldsOf(document, schema).map(({ kind, value }) => {
    if (kind === 'html') return htmlText(value)
    return kind === 'heading' || kind === 'words' ? value : ''
  })
  return texts.join(' ').replace(/\s+/g, ' ').trim()
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
