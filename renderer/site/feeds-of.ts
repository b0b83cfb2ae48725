import { isoDate } from '#content/iso-date.ts'
import type { Feed } from '#publish/listings/feeds.ts'
import type { Family } from '#renderer/settings.ts'
import type { Site } from './site.ts'

const maxEntries = 20

/** The Atom feed of a locale's newest posts. Undefined if no post of the locale has both a date and a page. */
export function feedOf(site: Site, locale: string): Feed | undefined {
  const { family, settings } = site
  const { name: brand } = settings.brand
  const page = site.roleHref(locale, 'blog')
  const { origin } = family
  const entries = site.posts(locale).flatMap(({ id, slug, href, title, lead, publicationDate, updatedAt }) => {
    const published = isoDate(publicationDate)
    // Atom requires a date of change, and a post that was scheduled was edited only before its publication.
    const updated = [published, isoDate(updatedAt)]
      .filter((date) => date !== undefined)
      .sort()
      .at(-1)
    if (href === undefined || updated === undefined) return []
    return {
      id: `${origin}/#post-${encodeURIComponent(id.toWellFormed())}-${locale}`,
      url: `${origin}${href}`,
      title,
      published,
      updated,
      summary: lead,
      author: site.routeOfMember(locale, 'posts', slug)?.facts?.author,
    }
  })
  if (entries.length === 0) return undefined
  const blogTitle = page && site.routeAt(origin, page)?.facts?.title
  const file = feedFile(locale, family)
  return {
    file,
    lang: locale,
    title: blogTitle ? `${blogTitle} – ${brand}` : brand,
    brand,
    url: `${origin}/${file}`,
    page: page && `${origin}${page}`,
    icon: `${origin}/icon-512.png`,
    entries: entries.slice(0, maxEntries),
  }
}

/** The file of a locale's feed in the export. */
export function feedFile(locale: string, { defaultLocale }: Family): string {
  return locale === defaultLocale ? 'feed.xml' : `${locale}/feed.xml`
}
