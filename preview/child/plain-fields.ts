import { parseFragment } from 'parse5'

/** A primitive of a document with its path, `blocks[2].tiles[0].title`. */
export type PlainField = { path: string; value: string }

/** Every text and number of a document, in the order of its fields. */
export function plainFields(value: unknown, path = ''): PlainField[] {
  if (typeof value === 'string') return value.trim() ? [{ path, value }] : []
  if (typeof value === 'number') return [{ path, value: String(value) }]
  if (Array.isArray(value)) return value.flatMap((item, at) => plainFields(item, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => plainFields(inner, path ? `${path}.${name}` : name))
}

type Node = { nodeName: string; value?: string; childNodes?: Node[] }

/** The words of rich text: tags gone, blanks folded. */
export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html.replaceAll(/\s+/g, ' ').trim()
  const texts: string[] = []
  const visit = (node: Node): void => {
    if (node.nodeName === '#text') texts.push(node.value ?? '')
    for (const child of node.childNodes ?? []) visit(child)
    if (/^(p|li|h[1-6]|tr|blockquote|br|figure|div)$/.test(node.nodeName)) texts.push(' ')
  }
  visit(parseFragment(html) as Node)
  return texts.join('').replaceAll(/\s+/g, ' ').trim()
}

/** True for the name of a field that holds rich text. */
export function isRichText(path: string): boolean {
  return /(^|\.)(html|answer)$/.test(path)
}
