import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { localeContent, testOwnFiles, testSettings } from '#tests/fixtures/site.ts'
import { openVisit } from '#tests/fixtures/visit.ts'
import { checkAddresses } from './check-addresses.ts'
import type { ExaminedLocale } from './examine-locale.ts'
import type { Visit } from './visit.ts'

let siteRoot: string
beforeEach(() => {
  siteRoot = mkdtempSync(join(tmpdir(), 'site-addresses-'))
})
afterEach(() => rmSync(siteRoot, { recursive: true }))

/** What is remarked of the addresses of a site, whose ledger is `addresses.txt`. */
async function told(more: Partial<Visit> = {}, fixture: FixtureLocale = smallSite()): Promise<string[]> {
  const settings = testSettings({ ledger: 'addresses.txt' })
  await using visited = await openVisit(() => undefined, { settings, siteRoot, ...more })
  const examined = [{ content: localeContent('pl', fixture), readings: [], listed: [] as string[] }]
  await checkAddresses(examined as unknown as ExaminedLocale[], visited.visit) // nothing else is looked at
  return visited.told().map((one) => one.replace(visited.visit.api.port, 'PORT'))
}

const writeLedger = (...lines: string[]): void =>
  writeFileSync(join(siteRoot, 'addresses.txt'), `${lines.join('\n')}\n`)
const ofService = '# service: 127.0.0.1/api'

it('has nothing to remark where a ledger would be begun, and leaves nothing behind', async () => {
  expect(await told()).toEqual([])
  expect(readdirSync(siteRoot)).toEqual([])
})

it('tells of an address that vanished, but not where some content is missing', async () => {
  writeLedger('/gone', '/about')
  const remark = 'error address-vanished at redirects.json: The address "/gone" was published before, but no page'
  expect(await told()).toEqual([expect.stringContaining(remark)])
  expect(readdirSync(siteRoot)).toEqual(['addresses.txt'])
  const broken = [...(smallSite().nodes ?? []), { nodeType: 'article', action: 'show', slug: '/x' }]
  expect(await told({}, { ...smallSite(), nodes: broken })).toEqual([expect.stringContaining('node-incomplete')])
})

it('tells of a ledger that is of another service, or of the files that the site began with', async () => {
  writeLedger('# service: other.example/api', '/gone')
  expect(await told()).toEqual([expect.stringContaining('remark ledger-other-service at redirects.json: ')])
  writeLedger('# service: demo', '/gone')
  expect(await told()).toEqual([
    expect.stringMatching(/remark ledger-other-service .* filled from the files of the site/),
  ])
})

it('tells of a ledger that a merge broke, and of one that cannot be written', async () => {
  writeLedger(ofService.replace('# ', '<<<<<<< '), '/about')
  expect(await told()).toEqual([expect.stringContaining('error settings-wrong at redirects.json: Line 1 of ')])
  const settings = testSettings({ ledger: 'missing-folder/addresses.txt' })
  expect(await told({ settings })).toEqual([expect.stringContaining('remark ledger-unwritable at redirects.json: ')])
})

it('tells what is over the limits of hosts, an error for a host that is named', async () => {
  const settings = testSettings()
  const redirects = Array.from({ length: 1100 }, (_, at) => ({ from: `/old-${at}`, to: '/about', entry: at + 1 }))
  const own = { ...testOwnFiles(settings), redirects }
  const all = await told({ settings, own })
  expect(all.length).toBeGreaterThan(1)
  expect(all).toContainEqual(
    expect.stringContaining('remark host-limit at settings: The files of the host "cloudflare" are not complete.'),
  )
  const named = await told({ settings, own, hosts: chooseHosts('cloudflare') })
  expect(named).toEqual([expect.stringContaining('error host-limit at settings: ')])
})

it('tells of hosts that cannot hand requests to the service', async () => {
  const settings = testSettings({ hosts: { api: 'https://cms.example/api' } })
  expect(await told({ settings })).toEqual([expect.stringContaining('remark host-api at settings: ')])
  expect(await told({ settings, hosts: chooseHosts('nginx') })).toEqual([])
})

it('tells of an address that is too long for a sitemap', async () => {
  const small = smallSite()
  const slug = `/${'ü'.repeat(100)}`.repeat(5)
  const nodes = [...(small.nodes ?? []), node(slug, 'x')]
  const fixture = (one: Record<string, unknown>) => ({
    ...small,
    nodes,
    pages: { ...small.pages, x: page('x', 'X', one) },
  })
  expect(await told({}, fixture({}))).toEqual([
    expect.stringContaining('remark sitemap-address-long at /sitemap_nodes pl: '),
  ])
  expect(await told({}, fixture({ noindex: true }))).toEqual([])
})
