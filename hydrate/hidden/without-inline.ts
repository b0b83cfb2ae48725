/**
 * Matches comments, style elements and tags. In a tag, a quote opens a value only after "=". Each alternative ends with
 * the text at the latest, so that none fails once it has begun and no text is read twice.
 */
const token =
  /<!--(?:-?>|.*?(?:--!?>|$))|<style\b.*?(?:<\/style[^>]*(?:>|$)|$)|<[a-z](?:=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|[^>])*(?:>|$)/gis
/** Matches quoted values and forbidden attributes in a tag. */
const attribute =
  /=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|(?<=[\s/"'])(?:on\w+|style)\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s>]*)/gi

/**
 * Removes comments, inline styles and inline handlers from HTML. The content security policy of the site refuses these
 * with an error as soon as they are parsed. This keeps the console quiet, but does not make the HTML safe.
 */
export function withoutInline(html: string): string {
  return html.replace(token, (piece) =>
    /^<(?:!|style\b)/i.test(piece) ? '' : piece.replace(attribute, (part) => (part.startsWith('=') ? part : '')),
  )
}
