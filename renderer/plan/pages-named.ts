import { decodeText, withoutFinalSlash } from '#publish/redirects/request-path.ts'

type NamedPage = { slug: string; href: string; file: string }

/**
 * The pages that somebody names: by slug, address or file as the build spells them; or else by an address as it may be copied from a
 * browser, with the origin of the site, a final slash, a query or another encoding.
 */
export function pagesNamed<Page extends NamedPage>(name: string, pages: Page[], origin: string): Page[] {
  const written = name.normalize('NFC')
  const found = pages.filter(({ slug, href, file }) => [slug, href, decodeURIComponent(href), file].includes(written))
  if (found.length > 0 || !/^(?:\/|https?:)/.test(written)) return found
  const url = URL.parse(written, origin)
  if (url?.origin !== origin) return []
  const path = withoutFinalSlash(decodeText(url.pathname)).normalize('NFC')
  return pages.filter(({ slug, href }) => slug === path || decodeURIComponent(href) === path)
}
