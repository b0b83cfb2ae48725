import { expect, it } from 'vitest'
import { type Finding, Findings } from '#content/finding.ts'
import { planSite } from '#renderer/plan/plan-site.ts'
import type { Route } from '#renderer/plan/route.ts'
import { node, smallSite } from '#tests/fixtures/content.ts'
import { localeContent, testOwnFiles, testSettings, testSite } from '#tests/fixtures/site.ts'
import { answerAddress } from './answer-address.ts'
import { htmlAnswer } from './answers.ts'

const small = smallSite()
const pl = { ...small, nodes: [...(small.nodes ?? []), node('/crew/:slug', 'hidden_pages')] }
const redirects = [
  { from: '/stary', to: '/żółw?a=1#b', entry: 1 },
  { from: '/old', to: '/about', entry: 2 },
  { from: '/gone', to: null, entry: 3 },
  { from: '/caf\u00e9', to: null, entry: 4 },
]
const settings = testSettings()
const [family] = settings.families
if (!family) throw new Error('Settings have a family.')
const contents = new Map([['pl', localeContent('pl', pl)]])
const job = { settings, family, locales: ['pl'] }
const content = { contents, listings: new Map() }
const { own, moved } = planSite({ ...testOwnFiles(settings), job, content, redirects, findings: new Findings() })
const { site } = testSite({ locales: { pl } })

/** The answer to an address. The name of the page's file replaces its markup. */
async function ask(
  address: string,
  { unread = [], readErrors = [] }: { unread?: Route[]; readErrors?: Finding[] } = {},
): Promise<[status: number, location: string | undefined, page: string]> {
  const render = async ({ file }: { file: string }) => ({ html: file, reads: [], findings: [] })
  const assembled = { site, own, moved, contents, render, unread, findings: new Findings() }
  const { status, headers, body } = await answerAddress(address, {
    assembled,
    readErrors,
    renderPage: async (route) => htmlAnswer(route.file),
    file: async (path) => (path === 'assets/a.css' ? Buffer.from('a{}') : undefined),
  })
  return [status, headers.location, Buffer.from(body).toString()]
}

it.each([
  ['/', 200, 'index.html'],
  ['/about', 200, 'about/index.html'],
  ['/assets/a.css', 200, 'a{}'],
  ['/crew/prices?token=1', 200, 'crew/index.html'],
  ['/404.html', 200, '404.html'],
  ['/nowhere', 404, '404.html'],
  ['/%', 404, '404.html'],
  ['/cafe%CC%81', 410, '404.html'],
  ['/gone/', 410, '404.html'],
])('answers %s with %i and %s', async (address, status, page) => {
  expect(await ask(address)).toEqual([status, undefined, page])
})

it.each([
  ['/about/?utm=1', '/about?utm=1'],
  ['/old?utm=1', '/about?utm=1'],
  ['/stary/?utm=1', '/%C5%BC%C3%B3%C5%82w?a=1#b'],
])('redirects %s to %s', async (address, location) => {
  expect(await ask(address)).toEqual([301, location, ''])
})

it('says why a page could not be read, but only at its own address', async () => {
  const unread = ['71', '72'].map((key): Route => {
    const path = `/page-${key}`
    return {
      ...site.routeAt(family.origin, '/about'),
      path,
      source: { kind: 'document', collection: 'pages', key },
    } as Route
  })
  const readErrors = ['71', '72'].map((key): Finding => {
    return { code: 'service-error', message: `Document ${key} failed.`, where: { locale: 'pl', url: `/pages/${key}` } }
  })
  for (const key of ['71', '72'])
    expect((await ask(`/page-${key}`, { unread, readErrors }))[2]).toContain(`Document ${key} failed.`)
  expect(await ask('/nowhere', { unread, readErrors })).toEqual([404, undefined, '404.html'])
})
