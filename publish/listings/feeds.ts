import { isoDate } from '#content/iso-date.ts'
import type { FileWriter } from '#publish/writer.ts'
import { escapeMarkup, xmlElement, xmlTag } from '#publish/xml.ts'

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
export async function publishFeeds(feeds: Feed[], writer: FileWriter): Promise<void> {
  for (const feed of feeds) {
    const xml = feedXml(feed)
    if (xml !== undefined) await writer.write(feed.file, xml)
  }
}

/** When an entry changed last; nothing for one that no feed can hold. */
export function dateOf({ published, updated }: FeedEntry): string | undefined {
  return isoDate(updated) ?? isoDate(published)
}

function feedXml({ lang, title, brand, url, page, icon, entries }: Feed): string | undefined {
  const dated = entries.flatMap((entry) => {
    const updated = dateOf(entry)
    return updated ? [{ ...entry, updated, published: isoDate(entry.published) }] : []
  })
  const newest = dated
    .map(({ updated }) => updated)
    .sort()
    .at(-1)
  if (newest === undefined) return undefined
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeMarkup(lang)}">`,
    xmlElement('id', url),
    xmlElement('title', title),
    xmlElement('updated', newest),
    xmlTag('link', { rel: 'self', type: 'application/atom+xml', href: url }),
    xmlTag('link', { rel: 'alternate', type: 'text/html', href: page }),
    ...(icon ? [xmlElement('icon', icon)] : []),
    `<author>${xmlElement('name', brand)}</author>`,
    ...dated.map(entryXml),
    '</feed>',
  ]
  return `${lines.join('\n')}\n`
}

function entryXml({ id, url, title, published, updated, summary, author }: FeedEntry & { updated: string }): string {
  return [
    '<entry>',
    xmlElement('id', id),
    xmlElement('title', title),
    xmlTag('link', { rel: 'alternate', type: 'text/html', href: url }),
    xmlElement('updated', updated),
    ...(published ? [xmlElement('published', published)] : []),
    ...(author ? [`<author>${xmlElement('name', author)}</author>`] : []),
    ...(summary ? [xmlElement('summary', summary)] : []),
    '</entry>',
  ].join('\n')
}
