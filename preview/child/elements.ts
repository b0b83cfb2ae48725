import type { DefaultTreeAdapterTypes } from 'parse5'

export type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

export function childrenOf(node: Node): Node[] {
  return 'childNodes' in node ? node.childNodes : []
}

/** Returns every element of a part of a page. An element comes before those inside it. */
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
