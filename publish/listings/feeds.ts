import type { FileWriter } from '#publish/writer.ts'
import { escapeMarkup, xmlElement, xmlLink } from '#publish/xml.ts'

/** One post of a feed. Addresses are absolute. */
export type FeedEntry = {
  /** An id that does not change when the post moves. */
  id: string
  url: string
  title: string
  /** Both dates are in ISO 8601, in UTC. `updated` is the time of the last change. */
  published?: string
  updated: string
  summary?: string
  author?: string
}

/** The Atom feed of a locale (RFC 4287). */
export type Feed = {
  /** Path in the export, such as `en/feed.xml`. */
  file: string
  lang: string
  title: string
  /** Name of the site, which is the author of entries without an author. */
  brand: string
  /** The address of the feed itself. `page` is the page that shows the same posts, if there is one. */
  url: string
  page: string | undefined
  icon: string
  /** At least one entry. */
  entries: FeedEntry[]
}

export async function publishFeeds(feeds: Feed[], writer: FileWriter): Promise<void> {
  for (const feed of feeds) await writer.write(feed.file, feedXml(feed))
}

function feedXml({ lang, title, brand, url, page, icon, entries }: Feed): string {
  const [newest = ''] = entries
    .map(({ updated }) => updated)
    .sort()
    .reverse()
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeMarkup(lang)}">`,
    xmlElement('id', url),
    xmlElement('title', title),
    xmlElement('updated', newest),
    xmlLink({ rel: 'self', type: 'application/atom+xml', href: url }),
    ...(page ? [xmlLink({ rel: 'alternate', type: 'text/html', href: page })] : []),
    xmlElement('icon', icon),
    `<author>${xmlElement('name', brand)}</author>`,
    ...entries.map(entryXml),
    '</feed>',
  ]
  return `${lines.join('\n')}\n`
}

function entryXml({ id, url, title, published, updated, summary, author }: FeedEntry): string {
  return [
    '<entry>',
    xmlElement('id', id),
    xmlElement('title', title),
    xmlLink({ rel: 'alternate', type: 'text/html', href: url }),
    xmlElement('updated', updated),
    ...(published ? [xmlElement('published', published)] : []),
    ...(author ? [`<author>${xmlElement('name', author)}</author>`] : []),
    ...(summary ? [xmlElement('summary', summary)] : []),
    '</entry>',
  ].join('\n')
}
