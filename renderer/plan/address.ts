import type { Href } from '#blocks/_shared/reader.ts'
import { pageFile } from '#publish/hosts/rules.ts'
import { decodeText, encodePath, withoutFinalSlash } from '#publish/redirects/request-path.ts'
import type { Family, Settings } from '#renderer/settings.ts'

const maxSegmentBytes = 255
const maxPathBytes = 2000

/**
 * Why a slug cannot be an address of the export. Undefined if it can (content API, "Slugs"). The slug is
 * checked both as written and percent-decoded, so that an encoded `..` is found as well. With `file`,
 * the last segment must leave room for `.html`.
 */
export function slugProblem(slug: string, pageFiles: Settings['pageFiles']): string | undefined {
  return problemOf(slug) ?? problemOf(decodeText(slug)) ?? (pageFiles === 'file' ? fileProblem(slug) : undefined)
}

function fileProblem(slug: string): string | undefined {
  const name = `${withoutFinalSlash(slug).split('/').at(-1)}.html`
  if (Buffer.byteLength(name) <= maxSegmentBytes) return undefined
  return `its last segment with ".html" is longer than ${maxSegmentBytes} bytes`
}

function problemOf(slug: string): string | undefined {
  if (!slug.isWellFormed()) return 'it contains half a character (a lone surrogate)'
  if (!slug.startsWith('/')) return 'it does not start with "/"'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\\?#]/.test(slug)) return 'it contains a control character, "\\", "?" or "#"'
  if (Buffer.byteLength(slug) > maxPathBytes) return `it is longer than ${maxPathBytes} bytes`
  for (const segment of withoutFinalSlash(slug).split('/').slice(1)) {
    if (segment === '' && slug !== '/') return 'it has an empty segment'
    if (segment === '.' || segment === '..') return `it has the segment "${segment}"`
    if (Buffer.byteLength(segment) > maxSegmentBytes) return `a segment is longer than ${maxSegmentBytes} bytes`
    if (/^index\.html$/i.test(withoutCompression(segment)))
      return `the segment "${segment.toLowerCase()}" is the file of another address`
  }
  return undefined
}

/**
 * A path without the endings of compressed files (`--compress`), because a page must
 * not have the address of such a file either.
 */
export function withoutCompression(path: string): string {
  return path.replaceAll(/\.(?:br|gz)(?=\/|$)/gi, '')
}

/**
 * The key of an address. Addresses with equal keys are the same to a visitor or a file system: case, Unicode form,
 * encoding and trailing slash make no difference. Neither does the number of times a character is encoded: `/50%25-off`
 * is a slug, and in links `/50%2525-off`.
 */
export function addressKey(path: string): string {
  if (/^[a-z0-9/-]*$/.test(path)) return withoutFinalSlash(path) // most paths are plain and need no decoding
  const decoded = decodeText(path.replaceAll(/%(?:25)+/g, '%'))
  return withoutFinalSlash(decoded.normalize('NFC').toLowerCase())
}

/**
 * Addresses that answer although they are no pages, by their keys (`addressKey`): old addresses, with the target of
 * their redirect, and files that the build itself writes, such as feeds, with the address of the file.
 */
export type OtherAddresses = Map<string, string>

/** The address of a decoded path as used in links: percent-encoded. */
export function hrefOf(path: string): Href {
  return encodePath(path) as Href // addresses of pages are made only here
}

/** The path of a slug in a locale. The default locale has no prefix (spec §2.2). A menu may omit the leading slash. */
export function localePath(slug: string, locale: string, defaultLocale: string): string {
  const path = withoutFinalSlash(slug.startsWith('/') ? slug : `/${slug}`)
  if (locale === defaultLocale) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/**
 * The locale of an address or file of a family, by its first segment, in upper or lower case. Every locale has a prefix,
 * except the default one.
 */
export function localeAt({ locales, defaultLocale }: Family, path: string): string {
  const [first = ''] = path.split(/\/|\.html$/, 1)
  return locales.find((locale) => locale.toLowerCase() === first.toLowerCase()) ?? defaultLocale
}

/** The address or slug of a page of a paged list, made from that of the list's first page. */
export function pageOfList<T extends string>(first: T, page: number): T {
  return page === 1 ? first : (`${first === '/' ? '' : first}/page/${page}` as T)
}

/** The file of a path, relative to the export. */
export function fileOf(path: string, pageFiles: Settings['pageFiles']): string {
  return pageFile(path, { pageFiles }).slice(1)
}

/** A text with control characters and lone surrogates made visible. */
export function printable(text: string): string {
  return JSON.stringify(text.toWellFormed()).slice(1, -1)
}
