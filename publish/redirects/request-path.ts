/**
 * The decoded path; `undefined` for a path that no page can have: one with empty or dot segments, NUL, or invalid
 * encoding.
 */
export function decodePath(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname)
    const segments = withoutFinalSlash(path).split('/').slice(1)
    const isOdd = path !== '/' && segments.some((segment) => ['', '.', '..'].includes(segment))
    return isOdd || path.includes('\0') ? undefined : path
  } catch {
    return undefined // no page has an invalid encoding
  }
}

/** Percent-decodes all encoded UTF-8 text. A literal "%" is a character like any other. */
export function decodeText(text: string, decode = decodeURIComponent): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decode(encoded)
    } catch {
      return encoded // not UTF-8
    }
  })
}

/**
 * Percent-encodes each segment of a decoded path, including the characters `!'()*`, which have a meaning in host
 * configurations. So a page has one spelling, both in links and as the target of redirects.
 */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replaceAll(/[!'()*]/g, encodedSign))
    .join('/')
}

/** An ASCII character, percent-encoded with upper-case digits. */
export function encodedSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Whether hosts pass a path on to the content service, which answers below `apiBase` if that is a path. */
export function isServicePath(path: string, apiBase: string | undefined): boolean {
  return apiBase?.startsWith('/') === true && path.startsWith(`${apiBase}/`)
}

/** The path without its final slash; `/` stays. */
export function withoutFinalSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * The path of a link as messages show it. Letters of all scripts are decoded. Everything else stays encoded, so that no
 * character is hidden.
 */
export function readablePath(href: string): string {
  return href.replaceAll(/(?:%[89A-F][0-9A-F])+/g, (encoded) => {
    const text = decodeText(encoded)
    return /^[\p{L}\p{M}\p{N}]+$/u.test(text) ? text : encoded
  })
}
