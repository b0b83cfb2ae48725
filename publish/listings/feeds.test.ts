import { expect, it } from 'vitest'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { xmlProblems } from '#tests/fixtures/validate-xml.ts'
import { type Feed, type FeedEntry, publishFeeds } from './feeds.ts'

const post = (id: number, more: Partial<FeedEntry> = {}): FeedEntry => ({
  id: `https://example.com/#post-${id}`,
  url: `https://example.com/blog/${id}`,
  title: `Post ${id}`,
  published: '2026-10-28T07:00:00.000Z',
  updated: '2026-10-28T07:00:00.000Z',
  ...more,
})

async function write(entries: FeedEntry[]): Promise<string | undefined> {
  const feed: Feed = {
    file: 'en/feed.xml',
    lang: 'en',
    title: 'Blog – Brand & Co',
    brand: 'Brand & Co',
    url: 'https://example.com/en/feed.xml',
    page: 'https://example.com/en/blog',
    icon: 'https://example.com/icon.png',
    entries,
  }
  const writer = openMemoryWriter()
  await publishFeeds([feed], writer)
  await writer.commit()
  const bytes = writer.files.get('en/feed.xml')
  return bytes && Buffer.from(bytes).toString()
}

it('is valid Atom, and its date is the newest of its entries', async () => {
  const xml = await write([
    post(1, { updated: '2026-11-02T00:00:00.000Z' }),
    post(2, { summary: 'Lead', author: 'Ann' }),
  ])
  expect(xmlProblems(xml ?? '', 'atom')).toBe('')
  expect(xml?.match(/<updated>[^<]*/g)).toEqual([
    '<updated>2026-11-02T00:00:00.000Z',
    '<updated>2026-11-02T00:00:00.000Z',
    '<updated>2026-10-28T07:00:00.000Z',
  ])
  expect(xml).toContain('<link rel="self" type="application/atom+xml" href="https://example.com/en/feed.xml"/>')
  expect(xml).toContain(
    '<icon>https://example.com/icon.png</icon>\n<author><name>Brand &amp; Co</name></author>\n<entry>',
  )
  const entries = xml?.split('<entry>').slice(1) ?? []
  expect(
    entries.map((entry) => [...entry.matchAll(/<(published|summary|name)>[^<]*/g)].flat(0).map(([all]) => all)),
  ).toEqual([
    ['<published>2026-10-28T07:00:00.000Z'],
    ['<published>2026-10-28T07:00:00.000Z', '<name>Ann', '<summary>Lead'],
  ])
})

it('escapes reserved characters of XML, and drops invalid ones', async () => {
  const xml = await write([
    post(1, { title: '<b>"A" & \'B\'</b>\u0000\u000b\ufffe\ud800 😀 ż', url: 'https://example.com/?a&b' }),
  ])
  expect(xmlProblems(xml ?? '', 'atom')).toBe('')
  expect(xml).toContain('<title>&lt;b&gt;&quot;A&quot; &amp; &apos;B&apos;&lt;/b&gt;\ufffd 😀 ż</title>')
  expect(xml).toContain('href="https://example.com/?a&amp;b"')
})

it('has only the date of change for a post without a publication date', async () => {
  const { published: _, ...changed } = post(2)
  expect(await write([changed])).not.toContain('<published>')
})
