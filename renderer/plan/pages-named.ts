import { findNearest } from '#publish/redirects/nearest-addresses.ts'
import { decodeText, withoutFinalSlash } from '#publish/redirects/request-path.ts'

type NamedPage = { slug: string; href: string; file: string }

/**
 * The pages with this name: a slug, address or file as the build spells them, or else an address as copied from a
 * browser, with the site's origin, a trailing slash, a query or another encoding, or without the leading slash. With
 * the origin, the name is always the address of a single page.
 */
export function pagesNamed<Page extends NamedPage>(name: string, pages: Page[], origin: string): Page[] {
  const written = composed(name)
  const found = pages.filter(({ slug, href, file }) =>
    [slug, href, decodeURIComponent(href), file].map(composed).includes(written),
  )
  const path = found.length > 0 ? undefined : pathNamed(written, origin)
  if (path === undefined) return found
  const mayBeSlug = !hasOrigin(written)
  return pages.filter(
    ({ slug, href }) => (mayBeSlug && composed(slug) === path) || composed(decodeURIComponent(href)) === path,
  )
}

/**
 * Normalises spellings that look the same: accents may be separate characters,
 * both in typed text and in text from services.
 */
const composed = (text: string): string => text.normalize('NFC')

/**
 * The decoded path of an address as copied from a browser. Undefined for an address
 * at another origin, and for an empty text.
 */
export function pathNamed(name: string, origin: string): string | undefined {
  if (name === '') return undefined
  const url = URL.parse(name.startsWith('/') || hasOrigin(name) ? name : `/${name}`, origin)
  return url?.origin === origin ? composed(withoutFinalSlash(decodeText(url.pathname))) : undefined
}

const hasOrigin = (name: string): boolean => /^https?:/.test(name)

/**
 * The hint for a name that none of these pages has: the locales in which a page has it, or else the most similar
 * addresses, and how to name pages.
 */
export function hintOfName(
  name: string,
  pages: Pick<NamedPage, 'slug' | 'href'>[],
  inOtherLocales: { locale: string }[],
): string {
  const locales = [...new Set(inOtherLocales.map(({ locale }) => locale))]
  if (locales.length > 0) return `It is a page in ${locales.join(', ')}. Pass --locale ${locales.join(',')}.`
  const addresses = new Set(pages.flatMap(({ slug, href }) => [slug, decodeURIComponent(href)]))
  const path = name.startsWith('/') ? name : `/${name}`
  const near = addresses.has(path) ? [path] : findNearest([...addresses])(path)
  const meant = near.length > 0 ? `Did you mean ${near.map((address) => `"${address}"`).join(' or ')}? ` : ''
  return `${meant}Pass a slug without a locale prefix, as in /blog, or an address, as in /en/blog.`
}
