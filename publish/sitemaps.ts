import { isoDate } from '#content/iso-date.ts'
import type { Writer } from './writer.ts'
import { xmlElement, xmlTag } from './xml.ts'

/** One page as search engines are told of it; every address is absolute and percent-encoded. */
export type SitemapEntry = {
  url: string
  /** ISO 8601, when it is known. */
  lastModified?: string
  /** The page in each language, itself included, with `x-default`; empty when it has no translations. */
  alternates: { hreflang: string; url: string }[]
  images: string[]
}

export type SitemapOptions = {
  writer: Writer
  origin: string
  /** The indexable pages of each locale. Those of one are held at a time. */
  pages: ReadonlyMap<string, Iterable<SitemapEntry>>
  /** Without them those of the protocol (sitemaps.org): 50,000 entries, 50 MB. */
  limits?: { entries: number; bytes: number }
}

const protocolLimits = { entries: 50_000, bytes: 50 * 1024 * 1024 }
const mostImages = 1000
const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
const protocol = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const namespaces = `xmlns="${protocol}" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"`
const start = `${declaration}<urlset ${namespaces}>`
const end = '</urlset>\n'

/**
 * Writes `/sitemap-{locale}.xml` for each locale, in several files where it is over the limits, and the index `/sitemap.xml`; gives
 * the name of the index, or nothing when there are no pages.
 */
export async function publishSitemaps(options: SitemapOptions): Promise<string | undefined> {
  const { writer, origin, pages, limits = protocolLimits } = options
  const index: string[] = []
  for (const [locale, entries] of pages) {
    const parts = splitEntries([...entries].sort(byAddress), limits)
    for (const [number, { urls, newest }] of parts.entries()) {
      const name = number === 0 ? `sitemap-${locale}.xml` : `sitemap-${locale}-${number + 1}.xml`
      await writer.write(name, `${start}${urls.join('')}${end}`)
      const lastmod = newest && xmlElement('lastmod', newest)
      index.push(`<sitemap>${xmlElement('loc', `${origin}/${name}`)}${lastmod}</sitemap>`)
    }
  }
  if (index.length === 0) return undefined
  await writer.write(
    'sitemap.xml',
    `${declaration}<sitemapindex xmlns="${protocol}">${index.join('')}</sitemapindex>\n`,
  )
  return 'sitemap.xml'
}

/** What one file holds, as XML, and the date of its newest page, empty without any. */
type Part = { urls: string[]; newest: string }

function splitEntries(entries: SitemapEntry[], limits: { entries: number; bytes: number }): Part[] {
  const parts: Part[] = []
  let bytes = 0
  for (const entry of entries) {
    const lastmod = isoDate(entry.lastModified) ?? ''
    const url = printEntry(entry, lastmod)
    const size = Buffer.byteLength(url)
    let part = parts.at(-1)
    if (!part || part.urls.length === limits.entries || bytes + size > limits.bytes) {
      part = { urls: [], newest: '' }
      parts.push(part)
      bytes = start.length + end.length
    }
    part.urls.push(url)
    if (lastmod > part.newest) part.newest = lastmod
    bytes += size
  }
  return parts
}

function printEntry({ url, alternates, images }: SitemapEntry, lastmod: string): string {
  let xml = `<url>${xmlElement('loc', url)}`
  if (lastmod) xml += xmlElement('lastmod', lastmod)
  for (const { hreflang, url: href } of alternates) xml += xmlTag('xhtml:link', { rel: 'alternate', hreflang, href })
  for (const image of images.slice(0, mostImages)) xml += `<image:image>${xmlElement('image:loc', image)}</image:image>`
  return `${xml}</url>`
}

function byAddress(a: SitemapEntry, b: SitemapEntry): number {
  return a.url < b.url ? -1 : 1
}
