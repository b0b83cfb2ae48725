import { createRequire } from 'node:module'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { readCleanMarkup } from './read-clean-markup.ts'

const requireByNode = createRequire(import.meta.url)
let loaded: typeof import('parse5') | undefined
/** The parser is slow to load, and most markup is clean. It is kept, as each `require` takes Node a millisecond. */
const parser = (): typeof import('parse5') => {
  loaded ??= requireByNode('parse5') as typeof import('parse5')
  return loaded
}

/**
 * Nests safe markup as browsers read it. Otherwise a misplaced element, such as a list item in a `div` in another item,
 * would close the elements around it, and finally the element of the page that holds the text. The markup is parsed
 * twice, because a link that the parser moves out of a table may end up inside another link, and browsers would
 * separate the two again.
 */
export function wellNested(markup: string): string {
  return [1, 2].reduce(readAndWrite, markup)
}

function readAndWrite(markup: string): string {
  if (readCleanMarkup(markup)) return markup
  const { parseFragment, serialize, html, defaultTreeAdapter } = parser()
  // Without an element around it, markup would be parsed as in a `template`, where table cells may be alone.
  const fragment = parseFragment(defaultTreeAdapter.createElement('div', html.NS.HTML, []), markup, {})
  readyToWrite(fragment, new Set())
  return serialize(fragment)
}

/**
 * Prepares a tree for being written. Removes ids that the parser duplicated with their elements. Doubles the first line
 * break of a `pre`, because parsers skip one.
 */
function readyToWrite(node: DefaultTreeAdapterTypes.Node, ids: Set<string>): void {
  if ('attrs' in node)
    node.attrs = node.attrs.filter(({ name, value }) => name !== 'id' || (!ids.has(value) && ids.add(value)))
  if (!('childNodes' in node)) return
  const [first] = node.childNodes
  if (node.nodeName === 'pre' && first && 'value' in first) first.value = first.value.replace(/^\n/, '\n\n')
  if (node.nodeName !== 'ul' && node.nodeName !== 'ol') gatherItems(node)
  for (const child of node.childNodes) readyToWrite(child, ids)
}

/**
 * Puts list items without a list, such as those of a partly copied list, into a new list. Otherwise they would close an
 * item of the page that holds the text.
 */
function gatherItems(parent: DefaultTreeAdapterTypes.ParentNode): void {
  const { html, defaultTreeAdapter: tree } = parser()
  const children = parent.childNodes
  parent.childNodes = [] // moving nodes one by one within a long list would take quadratic time
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
