import { expect, it, onTestFinished, vi } from 'vitest'
import type { Reading } from '#cli/doctor/audited-reads.ts'
import type { ExaminedLocale } from '#cli/doctor/examine-locale.ts'
import { node, post, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { localeContent } from '#tests/fixtures/site.ts'
import { openVisit } from '#tests/fixtures/visit.ts'
import { checkContent } from './check-content.ts'

// no other field is read
const reading = (path: string, value: unknown, count = 1) => ({ call: { path, locale: '' }, value, count }) as Reading

type Given = { fixture?: FixtureLocale; readings?: Reading[]; notFound?: string }

/** Returns the remarks on locales with this content. */
async function reported(locales: Record<string, Given>): Promise<string[]> {
  await using visited = await openVisit(() => undefined)
  const { visit } = visited
  const examined = Object.entries(locales).map(([locale, { fixture = smallSite(), readings = [], notFound }]) => {
    const missing = { code: 'not-found', isError: true, message: `GET ${notFound} answers 404.`, hint: 'x' } as const
    if (notFound) visit.rows.of(notFound, locale).remarks.push(missing)
    // no other field is read
    return { content: localeContent(locale, fixture), readings, listed: [] as string[] } as ExaminedLocale
  })
  await checkContent(examined, visit)
  return visited.reported()
}

it('has no remark on sound content', async () => {
  expect(await reported({ pl: {} })).toEqual([])
})

it('reports duplicate ids, and posts in the wrong order', async () => {
  const posts = [
    post(3, { publicationDate: undefined }),
    post(1, { publicationDate: '2026-01-01T00:00:00Z' }),
    post(2, { publicationDate: '2026-02-01T00:00:00Z' }),
  ]
  expect(await reported({ pl: { fixture: { ...smallSite(), posts: [post(1), post(2, { id: 1 })] } } })).toEqual([
    'remark id-twice at /posts pl: GET /posts (pl) lists the id 1 twice.',
  ])
  expect(await reported({ pl: { fixture: { ...smallSite(), posts } } })).toEqual([
    'remark order-wrong at /posts pl: GET /posts (pl) lists "post-2" after an older post.',
  ])
})

it('reads dates without an offset in the same way in every time zone', async () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  onTestFinished(() => void vi.unstubAllEnvs())
  const posts = ['2027-01-01T00:00:00', '2026-12-31T23:00:00Z'].map((publicationDate, at) =>
    post(at, { publicationDate }),
  )
  expect(await reported({ pl: { fixture: { ...smallSite(), posts } } })).toEqual([])
})

it('reports addresses that a build would refuse as errors', async () => {
  const small = smallSite()
  const nodes = [...(small.nodes ?? []), node('/about', '2')]
  expect(await reported({ pl: { fixture: { ...small, nodes } } })).toMatchObject([
    expect.stringMatching(/^error duplicate-address at \/sitemap_nodes/),
  ])
})

it('distinguishes a missing locale from a missing endpoint', async () => {
  const there = { readings: [reading('/menus', [1])] }
  const lines = await reported({ pl: there, de: { notFound: '/menus', fixture: {} } })
  expect(lines).toEqual(['error locale-missing at /menus de: GET /menus answers 404. Other locales exist.'])
  expect(await reported({ pl: { notFound: '/menus' } })).toEqual([
    'error not-found at /menus pl: GET /menus answers 404.',
  ])
})

it('reports locales with the text of another', async () => {
  const lists = (locale: string, title = 'A') => [
    reading('/sitemap_nodes', { next: `/x?locale=${locale}`, title }),
    reading('/menus', [1]),
  ]
  const pages = (title: string) => [reading('/pages/1', { title }), reading('/pages/2', { title })]
  const lines = await reported({
    pl: { readings: [...lists('pl'), ...pages('A')] },
    en: { readings: [...lists('en'), ...pages('B')] },
    de: { readings: [...lists('de', 'B'), ...pages('A')] },
  })
  expect(lines).toEqual([
    'remark locale-ignored at /sitemap_nodes en: The service returns the same nodes and menus for "en" as for "pl".',
    'remark locale-ignored at /pages/{id} de: The service returns the same pages for "de" as for "pl".',
  ])
})

it('has no remark on a single page that is the same in two locales', async () => {
  const readings = [reading('/pages/1', { title: 'A' })]
  expect(await reported({ pl: { readings }, en: { readings } })).toEqual([])
})

it('has no remark on lists that are empty in two locales', async () => {
  const readings = [reading('/sitemap_nodes', [], 0), reading('/menus', [], 0)]
  expect(await reported({ pl: { readings }, en: { readings } })).toEqual([])
})

it('accepts a slug that only begins like its locale', async () => {
  const small = smallSite()
  const nodes = [...(small.nodes ?? []), node('/pl/x', '1')]
  expect((await reported({ pl: { fixture: { ...small, nodes } } })).filter((one) => one.includes('slug-'))).toEqual([])
})
