import { expect, it } from 'vitest'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { xmlProblems } from '#tests/fixtures/validate-xml.ts'
import { publishSitemap, publishSitemapIndex, type SitemapEntry } from './sitemaps.ts'

const origin = 'https://www.example.com'
const entry = (path: string, more: Partial<SitemapEntry> = {}): SitemapEntry => ({
  url: `${origin}${path}`,
  alternates: [],
  images: [],
  ...more,
})

async function publish(pages: Record<string, SitemapEntry[]>, limits?: { entries: number; bytes: number }) {
  const writer = openMemoryWriter()
  const sitemaps = []
  for (const [locale, entries] of Object.entries(pages))
    sitemaps.push(...(await publishSitemap({ writer, origin, locale, entries, ...(limits && { limits }) })))
  const index = await publishSitemapIndex(sitemaps, writer)
  await writer.commit()
  const files = Object.fromEntries([...writer.files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
  return { index, files }
}

const locationsIn = (xml = '') => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)

it('writes one sitemap per locale and an index of them, valid by the protocol', async () => {
  const alternates = [
    { hreflang: 'pl', url: `${origin}/b?x=1&y` },
    { hreflang: 'x-default', url: `${origin}/b?x=1&y` },
  ]
  const { index, files } = await publish({
    pl: [
      entry('/b?x=1&y', {
        alternates,
        images: [`${origin}/assets/a&b.jpg`],
        lastModified: '2026-10-28T08:00:00+01:00',
      }),
      entry('/%C5%BC'),
      entry('/', { lastModified: 'yesterday' }),
    ],
    en: [entry('/en', { lastModified: '2026-01-01' }), entry('/en/x', { lastModified: '2025-01-01' })],
  })
  expect(index).toBe('sitemap.xml')
  expect(Object.keys(files)).toEqual(['sitemap-pl.xml', 'sitemap-en.xml', 'sitemap.xml'])
  for (const xml of Object.values(files)) expect(xmlProblems(xml, 'sitemap')).toBe('')
  expect(locationsIn(files['sitemap.xml'])).toEqual([`${origin}/sitemap-pl.xml`, `${origin}/sitemap-en.xml`])
  expect(locationsIn(files['sitemap-pl.xml'])).toEqual([`${origin}/`, `${origin}/%C5%BC`, `${origin}/b?x=1&amp;y`])
  expect(files['sitemap-pl.xml']?.match(/<lastmod>[^<]*/g)).toEqual(['<lastmod>2026-10-28T07:00:00.000Z'])
  expect(files['sitemap-pl.xml']).toContain('<image:loc>https://www.example.com/assets/a&amp;b.jpg</image:loc>')
  expect(files['sitemap-pl.xml']).toContain(
    '<xhtml:link rel="alternate" hreflang="x-default" href="https://www.example.com/b?x=1&amp;y"/>',
  )
  expect(files['sitemap.xml']?.match(/<lastmod>[^<]*/g)).toEqual([
    '<lastmod>2026-10-28T07:00:00.000Z',
    '<lastmod>2026-01-01T00:00:00.000Z',
  ])
})

it('splits at the number of entries', async () => {
  const pages = Array.from({ length: 7 }, (_, index) => entry(`/${index}`))
  const { files } = await publish({ pl: pages }, { entries: 3, bytes: 1e6 })
  const names = ['sitemap-pl.xml', 'sitemap-pl-2.xml', 'sitemap-pl-3.xml']
  expect(Object.keys(files)).toEqual([...names, 'sitemap.xml'])
  expect(names.map((name) => locationsIn(files[name]).length)).toEqual([3, 3, 1])
  expect(names.flatMap((name) => locationsIn(files[name]))).toEqual(pages.map(({ url }) => url))
})

it('splits at the number of bytes', async () => {
  const full = { alternates: [{ hreflang: 'en', url: `${origin}/en/x?a&b` }], images: [`${origin}/a&&&&&.jpg`] }
  const pages = Array.from({ length: 50 }, (_, index) => entry(`/${index}&&&&&&&&`, full))
  const { files } = await publish({ pl: pages }, { entries: 1000, bytes: 3000 })
  const parts = Object.entries(files).filter(([name]) => name !== 'sitemap.xml')
  expect(parts.length).toBeGreaterThan(4)
  for (const [, xml] of parts) expect(Buffer.byteLength(xml)).toBeLessThanOrEqual(3000)
  expect(parts.flatMap(([, xml]) => locationsIn(xml))).toHaveLength(50)
})

it('counts the bytes around the entries', async () => {
  const pages = ['/1', '/2'].map((path) => entry(path.padEnd(300, 'x')))
  const { files } = await publish({ pl: pages }, { entries: 9, bytes: 900 })
  for (const xml of Object.values(files)) expect(Buffer.byteLength(xml)).toBeLessThanOrEqual(900)
})

it('has at most 50,000 entries per file', async () => {
  const { files } = await publish({ pl: Array.from({ length: 50_001 }, (_, index) => entry(`/${index}`)) })
  expect(locationsIn(files['sitemap-pl.xml'])).toHaveLength(50_000)
  expect(locationsIn(files['sitemap-pl-2.xml'])).toHaveLength(1)
})

it('names 1,000 pictures of a page and not one more', async () => {
  const images = Array.from({ length: 1001 }, (_, index) => `${origin}/${index}.jpg`)
  const { files } = await publish({ pl: [entry('/', { images })] })
  expect(files['sitemap-pl.xml']?.match(/<image:loc>/g)).toHaveLength(1000)
})

it.each(['sitemap-pl.xml', 'sitemap.xml'])('fails when %s cannot be written', async (file) => {
  const writer = openMemoryWriter()
  await writer.write(file, 'of somebody else')
  const published = publishSitemap({ writer, origin, locale: 'pl', entries: [entry('/')] })
  await expect(published.then((sitemaps) => publishSitemapIndex(sitemaps, writer))).rejects.toThrow(file)
})

it('writes nothing without pages', async () => {
  expect(await publish({})).toEqual({ index: undefined, files: {} })
})
