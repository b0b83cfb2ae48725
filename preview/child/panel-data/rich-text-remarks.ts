import { parseFragment } from 'parse5'
import type { Field } from '#content/fields.ts'
import { attributeOf, childrenOf, type Element, elementsOf, isElement, type Node } from '#preview/child/elements.ts'
import type { LazyPictures } from '#preview/child/site/lazy-pictures.ts'
import { fieldLabel } from '#preview/field-label.ts'
import type { Remark } from '#preview/panel-data.ts'

/**
 * Returns what to fix in the rich text of editors: pictures that cannot be read or have no alternative text, and
 * headings and links without words.
 */
export function richTextRemarks(fields: Field[], pictures: Pick<LazyPictures, 'known'>): Remark[] {
  return fields.flatMap(({ path, kind, value }) =>
    kind === 'html' ? elementsOf(parseFragment(value)).flatMap((element) => remarksOn(element, path, pictures)) : [],
  )
}

function remarksOn(element: Element, path: string, pictures: Pick<LazyPictures, 'known'>): Remark[] {
  const { tagName } = element
  const remark = (code: string, what: string, hint?: string): Remark[] => [
    { code, severity: 'warning', message: `${fieldLabel(path)}: ${what}`, ...(hint && { hint }), path },
  ]
  const finding = tagName === 'img' ? pictures.known(attributeOf(element, 'src') ?? '')?.finding : undefined
  if (finding) return remark(finding.code, finding.message, finding.hint)
  if (tagName === 'img' && !attributeOf(element, 'alt')?.trim()) {
    const file = attributeOf(element, 'src')?.split('/').at(-1) ?? ''
    const what = `the picture "${file}" has no alternative text, so screen readers skip it.`
    return remark('alt-missing', what, 'Say in a few words what the picture shows.')
  }
  if (/^h[1-6]$/.test(tagName) && !wordsIn(element))
    return remark('heading-empty', `a heading (${tagName}) has no text.`, 'Add text, or remove the heading.')
  const href = tagName === 'a' ? attributeOf(element, 'href') : undefined
  if (href !== undefined && !wordsIn(element))
    return remark(
      'link-empty',
      `the link to "${href}" has no text, so nobody knows what it links to.`,
      'Add text that says what the link points to.',
    )
  return []
}

/** Returns what a screen reader says for an element. */
function wordsIn(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value.trim()
  const own = isElement(node) ? (attributeOf(node, 'aria-label') ?? attributeOf(node, 'alt') ?? '') : ''
  return `${own}${childrenOf(node).map(wordsIn).join('')}`.trim()
}
