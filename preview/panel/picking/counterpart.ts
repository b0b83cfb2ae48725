import { diffArrays } from 'diff'
import { unmark } from '#preview/marks.ts'
import { normalText } from './normal-text.ts'

/**
 * Returns the element in the same place of another copy of a page, or `undefined` for an element that only this copy
 * has. `from` and `to` are the roots of the copies. Scripts may have added, moved or changed elements of one copy.
 */
export function counterpart(element: Element, from: Element, to: Element): Element | undefined {
  if (element === from) return to
  const parent = element.parentElement
  const other = parent ? counterpart(parent, from, to) : undefined
  return parent && other ? pairOf(element, [...parent.children], [...other.children]) : undefined
}

/**
 * Returns the partner of an element among the siblings of the other copy. If both rows have the same tags, it is the
 * one at the same index. Otherwise it is the match in the longest common subsequence of equal elements.
 */
function pairOf(element: Element, own: Element[], others: Element[]): Element | undefined {
  const at = own.indexOf(element)
  const isSameRow =
    own.length === others.length && own.every(({ tagName }, place) => tagName === others[place]?.tagName)
  if (isSameRow) return others[at]
  let [from, to] = [0, 0]
  for (const { count, added, removed } of diffArrays(own.map(keyOf), others.map(keyOf))) {
    if (!added && !removed && at < from + count) return at < from ? undefined : others[to + at - from]
    if (!added) from += count
    if (!removed) to += count
  }
  return undefined
}

/** Returns a text that is equal for elements that are probably the same one. */
function keyOf(element: Element): string {
  const facts = ['id', 'name', 'href', 'src', 'data-island'].map((name) => element.getAttribute(name) ?? '')
  return [element.tagName, ...facts.map(unmark), normalText(unmark(ownText(element)))].join('\n')
}

/** Returns the text directly in an element, without that of the elements below it. */
export function ownText(element: Element): string {
  return normalText([...element.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : '')).join(''))
}
