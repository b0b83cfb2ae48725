import type { DefaultTreeAdapterTypes } from 'parse5'

export type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

export function childrenOf(node: Node): Node[] {
  return 'childNodes' in node ? node.childNodes : []
}

/** Every element of a part of a page, those inside after the one around them. */
export function elementsOf(node: Node): Element[] {
  const inner = childrenOf(node).flatMap(elementsOf)
  return isElement(node) ? [node, ...inner] : inner
}

export function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value
}

export function textOf(node: Node): string {
  return node.nodeName === '#text' && 'value' in node ? node.value : childrenOf(node).map(textOf).join('')
}
