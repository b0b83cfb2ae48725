/**
 * Comments, style elements and tags. In a tag a quote opens a value only behind "=". Each alternative ends at the latest with the text, so
 * that none fails once it has begun and no text is read twice.
 */
const token =
  /<!--(?:-?>|.*?(?:--!?>|$))|<style\b.*?(?:<\/style[^>]*(?:>|$)|$)|<[a-z](?:=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|[^>])*(?:>|$)/gis
/** Quoted values, and attributes that are refused, in a tag. */
const attribute =
  /=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|(?<=[\s/"'])(?:on\w+|style)\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s>]*)/gi

/**
 * HTML without comments, inline styles and inline handlers: the policy of the site refuses these already while they are parsed, with an
 * error for each. This keeps the console quiet; it does not make the HTML safe.
 */
export function withoutInline(html: string): string {
  return html.replace(token, (piece) =>
    /^<(?:!|style\b)/i.test(piece) ? '' : piece.replace(attribute, (part) => (part.startsWith('=') ? part : '')),
  )
}
