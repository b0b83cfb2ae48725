import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ExaminedLocale } from '#cli/doctor/examine-locale.ts'
import { type Remark, Rows } from '#cli/doctor/remark.ts'
import type { Visit } from '#cli/doctor/visit.ts'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { localeContent, testOwnFiles, testSettings } from '#tests/fixtures/site.ts'
import { openVisit } from '#tests/fixtures/visit.ts'
import { checkAddresses } from './check-addresses.ts'

let siteRoot: string
beforeEach(() => {
  siteRoot = mkdtempSync(join(tmpdir(), 'site-addresses-'))
})
afterEach(() => rmSync(siteRoot, { recursive: true }))

/** Returns the remarks on the addresses of a site whose ledger is `addresses.txt`. */
async function reported(more: Partial<Visit> = {}, fixture: FixtureLocale = smallSite()): Promise<string[]> {
  const settings = testSettings({ ledger: 'addresses.txt' })
  await using visited = await openVisit(() => undefined, { settings, siteRoot, ...more })
  const examined = [{ content: localeContent('pl', fixture), readings: [], listed: [] as string[] }]
  // no other field is read
  await checkAddresses(examined as unknown as ExaminedLocale[], visited.visit)
  return visited.reported().map((one) => one.replace(visited.visit.api.port, 'PORT'))
}

const writeLedger = (...lines: string[]): void =>
  writeFileSync(join(siteRoot, 'addresses.txt'), `${lines.join('\n')}\n`)
const ofService = '# service: 127.0.0.1/api'

it('has no remark when a ledger would be started, and leaves nothing behind', async () => {
  expect(await reported()).toEqual([])
  expect(readdirSync(siteRoot)).toEqual([])
})

it('reports a vanished address, but not when some content is missing', async () => {
  writeLedger('/gone', '/about')
  const remark = 'error address-vanished at redirects.json: The address "/gone" was published before, but no page'
  expect(await reported()).toEqual([expect.stringContaining(remark)])
  expect(readdirSync(siteRoot)).toEqual(['addresses.txt'])
  const broken = [...(smallSite().nodes ?? []), { nodeType: 'article', action: 'show', slug: '/x' }]
  expect(await reported({}, { ...smallSite(), nodes: broken })).toEqual([expect.stringContaining('node-incomplete')])
})

it('reports a ledger of another service, or of the files that the site began with', async () => {
  writeLedger('# service: other.example/api', '/gone')
  expect(await reported()).toEqual([expect.stringContaining('remark ledger-other-service at redirects.json: ')])
  writeLedger('# service: demo', '/gone')
  expect(await reported()).toEqual([
    expect.stringMatching(/remark ledger-other-service .* filled from the files of the site/),
  ])
})

it('reports a ledger that a merge broke, and one that cannot be written', async () => {
  writeLedger(ofService.replace('# ', '<<<<<<< '), '/about')
  expect(await reported()).toEqual([expect.stringContaining('error settings-wrong at redirects.json: Line 1 of ')])
  const settings = testSettings({ ledger: 'missing-folder/addresses.txt' })
  expect(await reported({ settings })).toEqual([
    expect.stringContaining('remark ledger-unwritable at redirects.json: '),
  ])
})

it('reports exceeded limits of hosts, as an error for a named host', async () => {
  const settings = testSettings()
  const redirects = Array.from({ length: 1100 }, (_, at) => ({ from: `/old-${at}`, to: '/about', entry: at + 1 }))
  const own = { ...testOwnFiles(settings), redirects }
  const all = await reported({ settings, own })
  expect(all.length).toBeGreaterThan(1)
  expect(all).toContainEqual(
    expect.stringContaining('remark host-limit at settings: The files of the host "cloudflare" are incomplete.'),
  )
  const named = await reported({ settings, own, hosts: chooseHosts('cloudflare') })
  expect(named).toEqual([expect.stringContaining('error host-limit at settings: ')])
})

it('reports hosts that cannot pass requests to the service', async () => {
  const settings = testSettings({ hosts: { api: 'https://cms.example/api' } })
  expect(await reported({ settings })).toEqual([expect.stringContaining('remark host-api at settings: ')])
  expect(await reported({ settings, hosts: chooseHosts('nginx') })).toEqual([])
})

it('reports an address that is too long for a sitemap', async () => {
  const small = smallSite()
  const slug = `/${'ü'.repeat(100)}`.repeat(5)
  const nodes = [...(small.nodes ?? []), node(slug, 'x')]
  const fixture = (one: Record<string, unknown>) => ({
    ...small,
    nodes,
    pages: { ...small.pages, x: page('x', 'X', one) },
  })
  expect(await reported({}, fixture({}))).toEqual([
    expect.stringContaining('remark sitemap-address-long at /sitemap_nodes pl: '),
  ])
  expect(await reported({}, fixture({ noindex: true }))).toEqual([])
})

type Given = { fixture?: FixtureLocale; listed?: string[] }

/**
 * Returns the remarks on locales and on what the search lists. With `before`, an endpoint of the first locale already
 * has a remark.
 */
async function remarksOf(locales: Record<string, Given>, before?: { endpoint: string; code: Remark['code'] }) {
  const [first = ''] = Object.keys(locales)
  await using visited = await openVisit(() => undefined, { siteRoot, locales: Object.keys(locales) })
  if (before) {
    const remark = { code: before.code, isError: false, message: 'before', hint: '' }
    visited.visit.rows.of(before.endpoint, first).remarks.push(remark)
  }
  const examined = Object.entries(locales).map(([locale, { fixture = smallSite(), listed = [] }]) => {
    // no other field is read
    return { content: localeContent(locale, fixture), readings: [], listed } as unknown as ExaminedLocale
  })
  await checkAddresses(examined, visited.visit)
  return visited.reported().filter((one) => !one.endsWith(': before'))
}

const whole = ['/', '/about', '/blog', '/blog/post-1', '/blog/post-2']

it('compares the search list with indexable pages, and counts only the first page of a list', async () => {
  const fixture = smallSite({ posts: 2, perPage: 1 })
  expect(await remarksOf({ pl: { fixture, listed: whole } })).toEqual([])
  expect(await remarksOf({ pl: { fixture, listed: [...whole.slice(0, 4), '/none'] } })).toEqual([
    'remark sitemap-unrendered at /search pl: GET /search (pl) lists 1 address without a page that may be indexed, for example "/none".',
    'remark sitemap-unlisted at /search pl: GET /search (pl) leaves out 1 page that may be indexed, for example "/blog/post-2".',
  ])
  const hidden = { ...fixture, pages: { ...fixture.pages, 2: page(2, 'About', { noindex: true }) } }
  expect(await remarksOf({ pl: { fixture: hidden, listed: whole } })).toEqual([
    expect.stringContaining('lists 1 address without a page that may be indexed, for example "/about".'),
  ])
  const unread = { ...fixture, pages: { 1: page(1, 'Home'), 3: fixture.pages?.[3] ?? {} } }
  expect(await remarksOf({ pl: { fixture: unread, listed: whole.filter((slug) => slug !== '/about') } })).toEqual([])
})

it('compares nothing if the search is invalid otherwise, or nodes are incomplete', async () => {
  const listed = ['/', '/none']
  expect(await remarksOf({ pl: { listed } }, { endpoint: '/search', code: 'search-paged' })).toEqual([])
  expect(await remarksOf({ pl: { listed } }, { endpoint: '/sitemap_nodes', code: 'collection-count' })).toEqual([])
  expect(await remarksOf({ pl: { listed } }, { endpoint: '/posts', code: 'slow' })).not.toEqual([])
})

it('reports slugs with the prefix of their locale if most have it, and encoded slugs', async () => {
  const nodesOf = (...slugs: string[]) => ({ ...smallSite(), nodes: slugs.map((slug) => node(slug, 2)) })
  expect(await remarksOf({ pl: { fixture: nodesOf('/pl', '/pl/a', '/b') } })).toContainEqual(
    'remark slug-prefixed at /sitemap_nodes pl: 2 of 3 slugs (pl) begin with the prefix of the locale, for example "/pl": their pages would be below "/pl".',
  )
  const isReported = async (...slugs: string[]) =>
    (await remarksOf({ pl: { fixture: nodesOf(...slugs) } })).join().includes('slug-')
  expect([await isReported('/pl', '/pl/a', '/b', '/c'), await isReported('/a%20b'), await isReported('/100%')]).toEqual(
    [false, true, false],
  )
})

it('reports a locale without any translated page, if there are enough pages to tell', async () => {
  const small = smallSite()
  const pages = (...ids: number[]) => ({
    ...small,
    nodes: ids.map((id, at) => node(at === 0 ? '/' : `/page-${at}`, id)),
    pages: Object.fromEntries(ids.map((id) => [id, page(id, 'Page')])),
  })
  const reported = (one: FixtureLocale, other: FixtureLocale) =>
    remarksOf({ pl: { fixture: one }, en: { fixture: other } })
  const unpaired = expect.stringMatching(
    /^remark translations-unpaired at \/sitemap_nodes en: No page in "en" has the same id/,
  )
  expect(await reported(pages(1, 2, 3), pages(4, 5, 6))).toEqual([unpaired])
  expect(await reported(pages(1, 2, 3), pages(3, 5, 6))).toEqual([])
  expect(await reported(pages(1, 2), pages(4, 5, 6))).toEqual([])
  expect(await reported(pages(1, 2, 3), pages(4, 5))).toEqual([])
})

it('reports a vanished address even if the search is faulty, but not if other lists are', async () => {
  writeLedger('/gone')
  const settings = testSettings({ ledger: 'addresses.txt' })
  const vanished = async (endpoint: string) => {
    const rows = new Rows()
    rows.of(endpoint, 'pl').remarks.push({ code: 'no-answer', isError: true, message: 'x', hint: '' })
    rows.of(endpoint, 'pl').remarks.push({ code: 'slow', isError: false, message: 'x', hint: '' })
    return (await reported({ settings, rows })).some((one) => one.includes('address-vanished'))
  }
  expect([await vanished('/search'), await vanished('/posts')]).toEqual([true, false])
})
