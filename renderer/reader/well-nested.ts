import { createRequire } from 'node:module'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { readCleanMarkup } from './read-clean-markup.ts'

const requireByNode = createRequire(import.meta.url)
let loaded: typeof import('parse5') | undefined
/** Slow to load, and most markup is clean. Node takes a millisecond to find it each time that it is required. */
const parser = (): typeof import('parse5') => {
  loaded ??= requireByNode('parse5') as typeof import('parse5')
  return loaded
}

/**
 * Safe markup nested as browsers read it. An element where it may not stand, such as an item in a `div` in another item, would otherwise
 * close the elements around it, and at last the element of the page that holds the text. The markup is read twice, as a link that the
 * parser moves out of a table may come to stand in another link, which browsers part again.
 */
export function wellNested(markup: string): string {
  return [1, 2].reduce(readAndWrite, markup)
}

function readAndWrite(markup: string): string {
  if (readCleanMarkup(markup)) return markup
  const { parseFragment, serialize, html, defaultTreeAdapter } = parser()
  // Markup without an element around it would be read as in a `template`, where cells may stand by themselves.
  const fragment = parseFragment(defaultTreeAdapter.createElement('div', html.NS.HTML, []), markup, {})
  readyToWrite(fragment, new Set())
  return serialize(fragment)
}

/** Takes out ids that the parser doubled with their elements. Doubles the first line break of a `pre`, which is skipped when read. */
function readyToWrite(node: DefaultTreeAdapterTypes.Node, ids: Set<string>): void {
  if ('attrs' in node)
    node.attrs = node.attrs.filter(({ name, value }) => name !== 'id' || (!ids.has(value) && ids.add(value)))
  if (!('childNodes' in node)) return
  const [first] = node.childNodes
  if (node.nodeName === 'pre' && first && 'value' in first) first.value = first.value.replace(/^\n/, '\n\n')
  if (node.nodeName !== 'ul' && node.nodeName !== 'ol') gatherItems(node)
  for (const child of node.childNodes) readyToWrite(child, ids)
}

/** Puts list items without a list, as of a list copied in part, into one: they would close an item of the page that holds the text. */
function gatherItems(parent: DefaultTreeAdapterTypes.ParentNode): void {
  const { html, defaultTreeAdapter: tree } = parser()
  const children = parent.childNodes
  parent.childNodes = [] // to move nodes one by one within a long list takes time that grows with the square of its length
  let list: DefaultTreeAdapterTypes.Element | undefined
  for (const child of children) {
    const isBlank = 'value' in child && !child.value.trim()
    if (child.nodeName !== 'li' && !isBlank) list = undefined
    if (child.nodeName === 'li' && !list) {
      list = tree.createElement('ul', html.NS.HTML, [])
      tree.appendChild(parent, list)
    }
    tree.appendChild(list ?? parent, child)
  }
}
