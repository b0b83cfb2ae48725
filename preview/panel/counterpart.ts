import { unmark } from '#preview/marks.ts'
import { normalText } from './normal-text.ts'

/**
 * The element of another copy of a page that stands in the place of an element; nothing for one that only this copy has. `from` and
 * `to` are the roots of the copies. Scripts may have added, moved or changed elements of one.
 */
export function counterpart(element: Element, from: Element, to: Element): Element | undefined {
  if (element === from) return to
  const parent = element.parentElement
  const other = parent ? counterpart(parent, from, to) : undefined
  return parent && other ? pairOf(element, [...parent.children], [...other.children]) : undefined
}

/** Of equal rows the one in the same place; else the one that the longest common row of equal elements has for it. */
function pairOf(element: Element, own: Element[], others: Element[]): Element | undefined {
  const at = own.indexOf(element)
  const isSameRow =
    own.length === others.length && own.every(({ tagName }, place) => tagName === others[place]?.tagName)
  if (isSameRow) return others[at]
  const prints = own.map(printOf)
  const otherPrints = others.map(printOf)
  const lengths = prints.map(() => new Array<number>(others.length + 1).fill(0))
  const lengthAt = (a: number, b: number): number => lengths[a]?.[b] ?? 0
  for (let a = prints.length - 1; a >= 0; a -= 1) {
    for (let b = others.length - 1; b >= 0; b -= 1) {
      const isPair = prints[a] === otherPrints[b]
      const row = lengths[a]
      if (row) row[b] = isPair ? lengthAt(a + 1, b + 1) + 1 : Math.max(lengthAt(a + 1, b), lengthAt(a, b + 1))
    }
  }
  let b = 0
  for (let a = 0; a <= at && b < others.length; ) {
    if (prints[a] === otherPrints[b]) {
      if (a === at) return others[b]
      a += 1
      b += 1
    } else if (lengthAt(a + 1, b) >= lengthAt(a, b + 1)) a += 1
    else b += 1
  }
  return undefined
}

function printOf(element: Element): string {
  const facts = ['id', 'name', 'href', 'src', 'data-island'].map((name) => element.getAttribute(name) ?? '')
  return [element.tagName, ...facts.map(unmark), normalText(unmark(ownText(element)))].join('\n')
}

/** The text that stands in an element itself, and in none below it. */
export function ownText(element: Element): string {
  return normalText([...element.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : '')).join(''))
}
