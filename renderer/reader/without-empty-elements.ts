/** A link without visible content. A link with an id or a name does not count, because other links may point to it. */
const emptyLink =
  /<a(?![^<>]*\s(?:id|name)[\s=])(?:\s[^<>]*)?>((?:[\s\u00ad\u200b\u2060]|&nbsp;|<\/?(?:br|strong|b|em|i|u|s|small|mark|q|cite|abbr|code|kbd|del|ins|time|sup|sub|span|p|div|h[1-6])(?:[\s/][^<>]*)?>)*)<\/a\s*>/gi
const emptyHeading =
  /(?:<(h[1-6])(?:\s(?![^<>]*\bid=)[^<>]*)?>(?:[\s\u00ad\u200b\u2060]|&nbsp;|<\/?(?:br|strong|b|em|i|u|s|small|mark|q|cite|abbr|code|kbd|del|ins|time|sup|sub|span|p|div)(?:[\s/](?![^<>]*\b(?:id|name)=)[^<>]*)?>)*<\/\1\s*>)+/gi

const endsInWords = /(?:[^>]|<\/(?:a|strong|b|em|i|u|s|small|mark|q|cite|abbr|code|kbd|del|ins|time|sup|sub|span)>)$/i
const beginsWithWords =
  /^(?:[^<]|<(?:a|strong|b|em|i|u|s|small|mark|q|cite|abbr|code|kbd|del|ins|time|sup|sub|span)[\s>])/i

/**
 * Removes empty links and headings that editors left behind: they show nothing, but screen readers would announce them.
 * Words before and after such a heading stay on separate lines.
 */
export function withoutEmptyElements(html: string): string {
  return html.replaceAll(emptyLink, '$1').replaceAll(emptyHeading, (heading, _, at: number, all: string) => {
    const end = at + heading.length
    const before = all.slice(Math.max(0, at - 30), at).trimEnd()
    const after = all.slice(end, end + 30).trimStart()
    return endsInWords.test(before) && beginsWithWords.test(after) ? '<br />' : ''
  })
}
