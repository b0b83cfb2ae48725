import { parseFragment } from 'parse5'

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
