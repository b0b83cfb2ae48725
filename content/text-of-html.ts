import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

const silentElements = new Set(['script', 'style', 'template'])
const inlineElements = new Set('a abbr b code em i mark s small span strong sub sup u'.split(' '))

/** The visible words of rich text, with white space collapsed. */
export function textOfHtml(html: string): string {
  const texts: string[] = []
  const visit = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (node.nodeName === '#text' && 'value' in node) texts.push(node.value)
    if (!('childNodes' in node) || silentElements.has(node.nodeName)) return
    node.childNodes.forEach(visit)
    if (!inlineElements.has(node.nodeName)) texts.push(' ')
  }
  if (/[<&]/.test(html)) parseFragment(html).childNodes.forEach(visit)
  else texts.push(html)
  return texts.join('').replaceAll(/\s+/g, ' ').trim()
}
