import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ErrorLevel, SitemapIndexStream, SitemapStream } from 'sitemap'
import { isoDate } from '#content/iso-date.ts'
import type { FileWriter } from '#publish/writer.ts'
import { escapeMarkup } from '#publish/xml.ts'

/** One page as it is listed for search engines. Every address is absolute and percent-encoded. */
export type SitemapEntry = {
  url: string
  /** ISO 8601, if known. */
  lastModified?: string
  /** The page in each language, including itself, with `x-default`. Empty if it has no translations. */
  alternates: { hreflang: string; url: string }[]
  images: string[]
}

export type SitemapOptions = {
  writer: FileWriter
  origin: string
  locale: string
  /** The indexable pages of the locale. */
  entries: SitemapEntry[]
  /** The limits of a file. The default is the limits of the protocol (sitemaps.org): 50,000 entries, 50 MB. */
  limits?: { entries: number; bytes: number }
}

/** A sitemap as the index lists it. `lastmod` is the newest date of its pages in ISO 8601, if any page has one. */
export type IndexedSitemap = { url: string; lastmod?: string }

const protocolLimits = { entries: 50_000, bytes: 50 * 1024 * 1024 }
const headBytes = 400
const maxImages = 1000
const namespaces = { news: false, video: false, xhtml: true, image: true }

/**
 * Writes `/sitemap-{locale}.xml`, split into several files if it exceeds the limits. Returns their entries for the
 * index.
 */
export async function publishSitemap(options: SitemapOptions): Promise<IndexedSitemap[]> {
  const { writer, origin, locale, entries, limits = protocolLimits } = options
  const written: IndexedSitemap[] = []
  for (const [number, part] of splitEntries(entries.toSorted(byAddress), limits).entries()) {
    const name = number === 0 ? `sitemap-${locale}.xml` : `sitemap-${locale}-${number + 1}.xml`
    await writer.write(name, await sitemapOf(part))
    const newest = part
      .flatMap(({ lastModified }) => isoDate(lastModified) ?? [])
      .sort()
      .at(-1)
    written.push({ url: `${origin}/${name}`, lastmod: newest })
  }
  return written
}

/** Writes the index `/sitemap.xml`. Returns its name, or `undefined` if there are no sitemaps. */
export async function publishSitemapIndex(sitemaps: IndexedSitemap[], writer: FileWriter): Promise<string | undefined> {
  if (sitemaps.length === 0) return undefined
  const stream = Readable.from(sitemaps).pipe(new SitemapIndexStream({ level: ErrorLevel.THROW }))
  await writer.write('sitemap.xml', `${await text(stream)}\n`)
  return 'sitemap.xml'
}

async function sitemapOf(entries: SitemapEntry[]): Promise<Buffer> {
  const items = entries.values().map(({ url, lastModified, alternates, images }) => ({
    url,
    links: alternates.map(({ hreflang, url: address }) => ({ lang: hreflang, url: address })),
    img: images.slice(0, maxImages).map((image) => ({ url: image })),
    lastmod: isoDate(lastModified),
  }))
  const stream = Readable.from(items).pipe(new SitemapStream({ level: ErrorLevel.THROW, xmlns: namespaces }))
  return inChunks(stream)
}

/**
 * Joins the pieces of a long text as they arrive. Collected until the end, its many small pieces would take four times
 * the memory.
 */
async function inChunks(pieces: AsyncIterable<string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let chunk = ''
  for await (const piece of pieces) {
    chunk += piece
    if (chunk.length < 2 ** 16) continue
    chunks.push(Buffer.from(chunk))
    chunk = ''
  }
  return Buffer.concat([...chunks, Buffer.from(`${chunk}\n`)])
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

/** The largest number of bytes that an entry can take as XML, with its addresses escaped and the tags around them. */
function mostBytesOf({ url, alternates, images }: SitemapEntry): number {
  const escaped = (text: string): number => Buffer.byteLength(escapeMarkup(text))
  const languages = alternates.reduce((sum, { hreflang, url: to }) => sum + 60 + hreflang.length + escaped(to), 0)
  return 100 + escaped(url) + languages + images.reduce((sum, image) => sum + 60 + escaped(image), 0)
}

function byAddress(a: SitemapEntry, b: SitemapEntry): number {
  return a.url < b.url ? -1 : 1
}
