import { Readable } from 'node:stream'
import { ErrorLevel, SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap'
import { isoDate } from '#content/iso-date.ts'
import type { Writer } from './writer.ts'
import { escapeMarkup } from './xml.ts'

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
const headBytes = 400
const mostImages = 1000
const namespaces = { news: false, video: false, xhtml: true, image: true }

/**
 * Writes `/sitemap-{locale}.xml` for each locale, in several files where it is over the limits, and the index `/sitemap.xml`; gives
 * the name of the index, or nothing when there are no pages.
 */
export async function publishSitemaps(options: SitemapOptions): Promise<string | undefined> {
  const { writer, origin, pages, limits = protocolLimits } = options
  const index: { url: string; lastmod?: string }[] = []
  for (const [locale, entries] of pages) {
    const parts = splitEntries([...entries].sort(byAddress), limits)
    for (const [number, part] of parts.entries()) {
      const name = number === 0 ? `sitemap-${locale}.xml` : `sitemap-${locale}-${number + 1}.xml`
      await writer.write(name, await sitemapOf(part))
      const newest = part
        .flatMap(({ lastModified }) => isoDate(lastModified) ?? [])
        .sort()
        .at(-1)
      index.push({ url: `${origin}/${name}`, ...(newest && { lastmod: newest }) })
    }
  }
  if (index.length === 0) return undefined
  const stream = Readable.from(index).pipe(new SitemapIndexStream({ level: ErrorLevel.THROW }))
  await writer.write('sitemap.xml', endLine(await streamToPromise(stream)))
  return 'sitemap.xml'
}

async function sitemapOf(entries: SitemapEntry[]): Promise<string> {
  const items = entries.map(({ url, lastModified, alternates, images }) => {
    const lastmod = isoDate(lastModified)
    return {
      url,
      links: alternates.map(({ hreflang, url: address }) => ({ lang: hreflang, url: address })),
      img: images.slice(0, mostImages).map((image) => ({ url: image })),
      ...(lastmod && { lastmod }),
    }
  })
  const stream = Readable.from(items).pipe(new SitemapStream({ level: ErrorLevel.THROW, xmlns: namespaces }))
  return endLine(await streamToPromise(stream))
}

function splitEntries(entries: SitemapEntry[], limits: { entries: number; bytes: number }): SitemapEntry[][] {
  const parts: SitemapEntry[][] = []
  let bytes = 0
  for (const entry of entries) {
    const size = mostBytesOf(entry)
    const last = parts.at(-1)
    if (last && last.length < limits.entries && bytes + size <= limits.bytes) {
      last.push(entry)
      bytes += size
    } else {
      parts.push([entry])
      bytes = headBytes + size
    }
  }
  return parts
}

/** At least the bytes that an entry takes as XML: its addresses escaped, and the tags around them. */
function mostBytesOf({ url, alternates, images }: SitemapEntry): number {
  const escaped = (text: string): number => Buffer.byteLength(escapeMarkup(text))
  const languages = alternates.reduce((sum, { hreflang, url: to }) => sum + 60 + hreflang.length + escaped(to), 0)
  return 100 + escaped(url) + languages + images.reduce((sum, image) => sum + 60 + escaped(image), 0)
}

function byAddress(a: SitemapEntry, b: SitemapEntry): number {
  return a.url < b.url ? -1 : 1
}

function endLine(xml: Buffer): string {
  return `${xml.toString()}\n`
}
