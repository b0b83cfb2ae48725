import type { Routing } from '#publish/routing.ts'

/** Whether a host answers a page at `/x` or, with a hop from there, at `/x/`. */
export type PageForm = 'bare' | 'slash'

/** One redirect as hosts need it: the source decoded, without final slash; the target percent-encoded. */
export type Rule = {
  from: string
  /** The `Location` without query and fragment. */
  path: string
  /** With its `?`, or empty: then the request's query is kept. */
  query: string
  /** With its `#`, or empty. */
  fragment: string
  /** All three. */
  target: string
}

/** Percent-encodes a decoded path so that no host reads any of it as a pattern, a variable or a back-reference. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeSegment).join('/')
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * The redirects of an export. With `slash`, targets that are pages get their final slash, so that a host which insists on it
 * needs no second hop; files of the form `{path}.html` are answered bare everywhere.
 */
export function rulesOf({ redirects, pages, pageFiles }: Routing, form: PageForm): Rule[] {
  const known = new Set(pages)
  const isSlashed = (path: string): boolean =>
    form === 'slash' && pageFiles === 'directory' && path !== '/' && (known.has(path) || !isFileLike(path))
  return redirects.map(({ from, to }) => {
    const [, plain = '/', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? []
    const path = `${encodePath(plain)}${isSlashed(plain) ? '/' : ''}`
    const rest = new URL(`${query}${fragment}`, 'http://site.invalid')
    const encoded = { query: safe(rest.search), fragment: safe(rest.hash) }
    return { from: withoutFinalSlash(from), path, ...encoded, target: `${path}${encoded.query}${encoded.fragment}` }
  })
}

/** Queries and fragments are percent-encoded already, but for what configurations give a meaning. */
function safe(text: string): string {
  return text.replaceAll(/["$'()*;\\`{|}]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** True for a path whose last segment ends like a file: `/wp-content/privacy.pdf`. */
export function isFileLike(path: string): boolean {
  return /\.[a-z0-9]{1,12}$/i.test(path)
}

/** Both spellings of a source; the root has one. */
export function bothForms(path: string): string[] {
  return path === '/' ? ['/'] : [path, `${path}/`]
}

export function withoutFinalSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** A decoded source as browsers send it; hosts that match the encoded address compare it with this, character by character. */
export function encodeSource(path: string): string {
  return new URL(`http://site.invalid${path.replaceAll('%', '%25')}`).pathname
}

/** A text as a regular expression that matches it alone. */
export function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** A file of the export as an address: `/area/index.html`, or `/area/` in the form that directories have. */
export function addressOfFile(file: string, { asFolder = false } = {}): string {
  const address = `/${file.split('/').map(encodeSegment).join('/')}`
  return asFolder ? address.replace(/\/index\.html$/, '/').replace(/\.html$/, '') : address
}

/** 404 pages below a locale's prefix, longest first, and the one for the rest. */
export function notFoundPages({ notFound }: Routing): { local: Routing['notFound']; root: string | undefined } {
  return {
    local: notFound.filter(({ prefix }) => prefix !== '/'),
    root: notFound.find(({ prefix }) => prefix === '/')?.file,
  }
}
