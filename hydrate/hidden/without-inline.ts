/**
 * Comments, style elements and tags, in which a quote opens a value only behind "=". Each part ends at the latest with the text, so that
 * none fails once it has begun and no text is read twice.
 */
const token =
  /<!--(?:-?>|.*?(?:--!?>|$))|<style\b.*?(?:<\/style[^>]*(?:>|$)|$)|<[a-z](?:=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|[^>])*(?:>|$)/gis
/** Quoted values, and attributes that are refused, in a tag. */
const attribute =
  /=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|(?<=[\s/"'])(?:on\w+|style)\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s>]*)/gi

/**
 * HTML without comments, and without styles and handlers of its own: the policy of the site refuses those while they are parsed already,
 * with an error each. That makes it quiet, not safe.
 */
export function withoutInline(html: string): string {
  return html.replace(token, (one) =>
    /^<(?:!|style\b)/i.test(one) ? '' : one.replace(attribute, (part) => (part.startsWith('=') ? part : '')),
  )
}
