import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

const silentElements = new Set(['script', 'style', 'template'])
const inlineElements = new Set(
  'a abbr b cite code del em i ins kbd mark q s small span strong sub sup time u'.split(' '),
)

/** The visible words of rich text, with white space collapsed. Elements may be nested deeper than calls can be. */
export function textOfHtml(html: string): string {
  const texts: string[] = []
  const waiting: (DefaultTreeAdapterTypes.ChildNode | string)[] = /[<&]/.test(html)
    ? parseFragment(html).childNodes.toReversed()
    : [html]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') texts.push(node)
    else if (node.nodeName === '#text' && 'value' in node) texts.push(node.value)
    else if ('childNodes' in node && !silentElements.has(node.nodeName)) {
      if (!inlineElements.has(node.nodeName)) {
        texts.push(' ')
        waiting.push(' ')
      }
      for (const child of node.childNodes.toReversed()) waiting.push(child)
    }
  }
  return texts.join('').replaceAll(/\s+/g, ' ').trim()
}
