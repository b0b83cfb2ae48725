const bold = /font-weight:\s*(?:bold|[6-9]\d\d)\b/i
const italic = /font-style:\s*(?:italic|oblique)\b/i
const normal = /font-weight:\s*normal\b/i

/**
 * Returns the element that the inline style of an element stands for, or else the element itself. Word processors mark
 * bold and italic words only by the style of a `span`, and Google Docs wraps all that is copied in a `b` that is not
 * bold.
 */
export function tagByStyle(tag: string, style = ''): string {
  if (tag === 'b' && normal.test(style)) return 'span'
  if (tag !== 'span') return tag
  return bold.test(style) ? 'strong' : italic.test(style) ? 'em' : tag
}
