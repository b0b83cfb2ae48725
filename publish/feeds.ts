import { isoDate } from '#content/iso-date.ts'
import type { Writer } from './writer.ts'

/** One post of a feed; addresses are absolute. */
export type FeedEntry = {
  /** Stays when the post moves. */
  id: string
  url: string
  title: string
  /** ISO 8601. */
  published?: string | undefined
  updated?: string | undefined
  summary?: string | undefined
  author?: string | undefined
}

/** The Atom feed of a locale (RFC 4287). */
export type Feed = {
  /** Path in the export, as in `en/feed.xml`. */
  file: string
  lang: string
  title: string
  /** Name of the site, the author of what has no other. */
  brand: string
  /** The feed itself, and the page that shows the same. */
  url: string
  page: string
  icon?: string
  entries: FeedEntry[]
}

/** Writes each feed. An entry without a date is left out, because Atom wants one; a feed without entries is not written. */
export async function publishFeeds(feeds: Feed[], writer: Writer): Promise<void> {
  for (const feed of feeds) {
    const xml = feedXml(feed)
    if (xml !== undefined) await writer.write(feed.file, xml)
  }
}

/** True for an entry that a feed can hold. */
export function isDated({ published, updated }: FeedEntry): boolean {
  return isoDate(updated) !== undefined || isoDate(published) !== undefined
}

function feedXml({ lang, title, brand, url, page, icon, entries }: Feed): string | undefined {
  const dated = entries.flatMap((entry) => {
    const updated = isoDate(entry.updated) ?? isoDate(entry.published)
    return updated ? [{ ...entry, updated, published: isoDate(entry.published) }] : []
  })
  const newest = dated
    .map(({ updated }) => updated)
    .sort()
    .at(-1)
  if (newest === undefined) return undefined
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(lang)}">`,
    element('id', url),
    element('title', title),
    element('updated', newest),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    ...(icon ? [element('icon', icon)] : []),
    `<author>${element('name', brand)}</author>`,
    ...dated.map(entryXml),
    '</feed>',
  ]
  return `${lines.join('\n')}\n`
}

function entryXml({ id, url, title, published, updated, summary, author }: FeedEntry & { updated: string }): string {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    element('updated', updated),
    ...(published ? [element('published', published)] : []),
    ...(author ? [`<author>${element('name', author)}</author>`] : []),
    ...(summary ? [element('summary', summary)] : []),
    '</entry>',
  ].join('\n')
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text as XML holds it: characters that XML has no place for are left out. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
