import { expect, test } from 'vitest'
import { Findings } from '#content/finding.ts'
import { indexSite } from '#renderer/site/index-site.ts'
import { crawledDocuments, localeFields, type SiteData } from '#renderer/site/site.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { localeContent, testSettings } from '#tests/fixtures/site.ts'
import { planSite, type SitePlan } from './plan-site.ts'

function plan(
  fixture: FixtureLocale,
  redirects: Parameters<typeof planSite>[0]['redirects'] = [],
  settings = testSettings(),
  { keepGoing = false, unread = false, locales = ['pl'] } = {},
) {
  const [family] = settings.families
  if (!family) throw new Error('The test settings have no family.')
  const contents = new Map(locales.map((locale) => [locale, localeContent(locale, fixture)]))
  const findings = new Findings()
  const job = { settings, family, locales, keepGoing }
  const where = { locale: 'pl', url: '/sitemap_nodes' }
  if (unread) findings.error({ code: 'document-missing', message: 'GET /sitemap_nodes (pl) answered 404.', where })
  const plan = planSite({ job, content: { contents, listings: new Map() }, redirects, texts: { pl: {} }, findings })
  return { plan, contents, findings }
}

const withLost = (): FixtureLocale => ({ ...smallSite(), nodes: [...(smallSite().nodes ?? []), node('/lost', 'lost')] })

test('A page whose document could not be read has no route, but its address is reserved', () => {
  const { plan: planned } = plan(withLost())
  const pathsOf = (routes: { path: string }[]) => routes.map(({ path }) => path)
  expect(pathsOf(routesOf(planned))).not.toContain('/lost')
  expect(pathsOf(planned.own)).not.toContain('/lost')
  expect(pathsOf(planned.planned)).toContain('/lost')
  expect(planned.moved.addresses.pages).toContain('/lost')
  expect([...(planned.translations.get('pl')?.hrefs.values() ?? [])]).not.toContain('/lost')
})

test('When only some documents were read, all pages have routes', () => {
  const { job, findings } = twoFamilies()
  const contents = new Map([['pl', localeContent('pl', withLost())]])
  const content = { contents, listings: new Map() }
  const planned = planSite({ job, content, redirects: [], texts: {}, findings, isSample: true })
  expect(routesOf(planned).map(({ path }) => path)).toContain('/lost')
})

test('Redirects are compiled against the pages; links to their sources, and to files of the build, are valid', () => {
  const { plan: planned } = plan(smallSite(), [{ from: '/Old', to: '/about', entry: 1 }])
  expect(planned.moved.redirects).toMatchObject([{ to: '/about' }])
  expect([...planned.otherAddresses]).toEqual(
    expect.arrayContaining([
      ['/old', '/about'],
      ['/sitemap.xml', '/sitemap.xml'],
    ]),
  )
})

test('The feed of a locale is a valid link if posts have pages, and may be an old address otherwise', () => {
  expect(plan(smallSite()).plan.otherAddresses.keys()).toContain('/feed.xml')
  const { plan: planned, findings } = plan(smallSite({ posts: 0 }), [
    { from: '/rss', to: '/feed.xml', entry: 1 },
    { from: '/atom', to: '/feed.xml', entry: 2 },
    { from: '/blog/feed.xml', to: '/blog', entry: 3 },
  ])
  expect(planned.otherAddresses.keys()).not.toContain('/feed.xml')
  expect(findings.warnings.map(({ code, where }) => [code, where?.path])).toEqual([
    ['redirect-dead', '/atom'],
    ['redirect-dead', '/rss'],
  ])
  const old = plan(smallSite({ posts: 0 }), [{ from: '/feed.xml', to: '/blog', entry: 1 }])
  expect(old.plan.moved.redirects).toEqual([{ from: '/feed.xml', to: '/blog' }])
})

test('Settings that name an unknown page or locale are reported, with the nearest page', () => {
  const site = testSettings().families[0]?.origin ?? ''
  const reported = (settings: Parameters<typeof testSettings>[0], redirects: Parameters<typeof plan>[1] = []) =>
    plan(withLost(), redirects, testSettings(settings)).findings.warnings.map(({ message, hint }) => [message, hint])
  const links = (pl: string) => ({ links: { help: { pl }, demo: {}, contact: {} } })
  const security = { contact: ['mailto:a@b.example'], expires: '2030-01-01T00:00:00Z', policy: `${site}/abuot` }
  expect(reported(links('/abotu'))).toEqual([
    [
      'The setting links.help.pl names the page "/abotu", but no page of "pl" has that slug, so nothing links to it.',
      'Correct it in the settings. The nearest page is "/about".',
    ],
  ])
  expect(plan(withLost(), [], testSettings({ security })).findings.warnings).toEqual([
    {
      code: 'setting-dead',
      message: `The setting security.policy names "${site}/abuot", but no page of the site has that address.`,
      where: { field: 'security.policy', url: '/abuot' },
      hint: 'Correct it in the settings. The nearest page is "/about".',
    },
  ])
  const everywhere = { help: { xx: '/' }, demo: { xx: '/' }, contact: { xx: '/' } }
  const contact = { phone: { xx: '1' }, email: { xx: 'a@b.example' } }
  const unknown = plan(smallSite(), [], testSettings({ links: everywhere, regions: { xx: 'GB' }, contact }))
  const names = ['contact.email', 'contact.phone', 'links.contact', 'links.demo', 'links.help', 'regions']
  expect(unknown.findings.warnings).toEqual(
    names.map((name) => ({
      code: 'setting-dead',
      message: `The setting ${name}.xx is for the locale "xx", which no domain family has.`,
      where: { field: `${name}.xx` },
      hint: 'Remove it from the settings, or add the locale to "families". The families have: pl, en, de.',
    })),
  )
  for (const slug of ['/about', '/About/', '/lost', '/']) expect(reported(links(slug))).toEqual([])
  expect(reported({ security: { ...security, policy: 'https://other.example/x' } })).toEqual([])
  const pages = { hiring: `${site}/about`, acknowledgments: `${site}/far-away-from-all` }
  expect(reported({ security: { ...security, policy: undefined, ...pages } })).toEqual([
    [expect.stringContaining('The setting security.acknowledgments names'), 'Correct it in the settings.'],
  ])
  for (const policy of ['/feed.xml', '/robots.txt', '/en/anything'])
    expect(reported({ security: { ...security, policy: `${site}${policy}` } })).toEqual([])
  expect(reported({ security }, [{ from: '/abuot', to: '/about', entry: 1 }])).toEqual([])
})

test('The nearest page for a setting is in its own locale, and given by slug', () => {
  const settings = testSettings({ links: { help: { en: '/abuot' }, demo: {}, contact: {} } })
  const { findings } = plan(smallSite(), [], settings, { locales: ['pl', 'en'] })
  expect(findings.warnings).toMatchObject([
    {
      where: { locale: 'en', field: 'links.help.en', url: '/en/abuot' },
      hint: expect.stringContaining('The nearest page is "/about".'),
    },
  ])
})

test('Settings of a locale without pages are not reported, because the whole locale is', () => {
  const settings = testSettings({ links: { help: { en: '/about' }, demo: {}, contact: {} } })
  const [family] = settings.families
  if (!family) throw new Error('The test settings have no family.')
  const findings = new Findings()
  const locales = { pl: smallSite(), en: { ...smallSite(), nodes: [] } }
  const contents = new Map(Object.entries(locales).map(([locale, one]) => [locale, localeContent(locale, one)]))
  const job = { settings, family, locales: ['pl', 'en'] }
  planSite({ job, content: { contents, listings: new Map() }, redirects: [], texts: {}, findings })
  expect([...findings.errors, ...findings.warnings]).toEqual([])
})

test('Content that cannot be planned completely is reported so', () => {
  expect(plan(smallSite()).plan.isWhole).toBe(true)
  const twice = { ...smallSite(), nodes: [...(smallSite().nodes ?? []), node('/about', '1')] }
  const { plan: planned, findings } = plan(twice)
  expect(planned.isWhole).toBe(false)
  expect(findings.errors).toMatchObject([{ code: 'duplicate-address' }])
})

test('With --keep-going unreadable nodes of a locale, or a site without nodes, are separate errors', () => {
  const settings = testSettings()
  const reported = (fixture: FixtureLocale, unread: boolean, keepGoing = true) =>
    plan(fixture, [], settings, { keepGoing, unread }).findings.errors.map(({ message }) => message)
  expect(plan({ nodes: [] }, [], settings, { keepGoing: true, unread: true }).findings.errors).toMatchObject([
    { code: 'document-missing' },
    { code: 'locale-empty', hint: 'Fix the cause, which is reported as another error.' },
  ])
  const [failed, lost] = [
    'GET /sitemap_nodes (pl) answered 404.',
    'The sitemap nodes of "pl" cannot be read, so all pages there would be removed. Nothing is published, not even with --keep-going.',
  ]
  const none = { ...smallSite(), nodes: [] }
  expect(reported(none, true)).toEqual([failed, lost])
  expect(reported(none, true, false)).toEqual([failed])
  expect(reported(smallSite(), true)).toEqual([failed]) // the last good answers replace them
  expect(reported(none, false)).toMatchObject([expect.stringContaining('no pages at all')])
})

test('A locale without nodes is only an error if no other has any, whatever else fails with --keep-going', () => {
  const settings = testSettings()
  const reported = (pl: FixtureLocale, en: FixtureLocale, unread: { url: string; locale: string }) => {
    const [family] = settings.families
    if (!family) throw new Error('The test settings have no family.')
    const findings = new Findings()
    findings.error({ code: 'document-missing', message: 'It answered 404.', where: unread })
    const contents = new Map(Object.entries({ pl, en }).map(([locale, one]) => [locale, localeContent(locale, one)]))
    const job = { settings, family, locales: ['pl', 'en'], keepGoing: true }
    planSite({ job, content: { contents, listings: new Map() }, redirects: [], texts: {}, findings })
    return findings.errors.slice(1).map(({ message }) => message)
  }
  const none = { ...smallSite(), nodes: [] }
  // The last good answers replace them.
  expect(reported(none, smallSite(), { locale: 'en', url: '/sitemap_nodes' })).toEqual([])
  expect(reported(none, smallSite(), { locale: 'pl', url: '/menu_items' })).toEqual([])
  expect(reported(none, none, { locale: 'pl', url: '/menu_items' })).toEqual([
    expect.stringContaining('no pages at all'),
  ])
})

test('Nothing is called dead when content could not be read, which is already reported', () => {
  const redirects = [{ from: '/old', to: '/nowhere', entry: 1 }]
  const settings = testSettings({ links: { help: { pl: '/nowhere' }, demo: {}, contact: {} } })
  const codesOf = (fixture: FixtureLocale) =>
    plan(fixture, redirects, settings).findings.warnings.map(({ code }) => code)
  expect(codesOf(smallSite())).toEqual(['redirect-dead', 'setting-dead'])
  expect(codesOf({ ...smallSite(), nodes: [] })).toEqual([])
  expect(codesOf({ ...smallSite(), nodes: [...(smallSite().nodes ?? []), node('/About/', '1')] })).toEqual([
    'collection-twice',
  ])
})

test('Site data is plain: a copy in another process makes the same site, without any document', () => {
  const pages = { ...smallSite().pages, 1: page('1', 'Only its own page reads this', { layout: 'login' }) }
  const { plan: planned, contents } = plan({ ...smallSite(), pages })
  const { planned: _, own: _own, moved: _moved, isWhole: _isWhole, ...rest } = planned
  const { locale, menus, nodes, collections } = contents.get('pl') ?? {}
  expect(rest.contents.get('pl')).toMatchObject({ locale, menus, nodes, collections })
  // Later commands read exactly these fields.
  expect(Object.keys(rest.contents.get('pl') ?? {}).sort()).toEqual([...localeFields].sort())
  const data: SiteData = {
    ...rest,
    pictures: { known: new Map() },
    integrity: new Map(),
    assets: new Map([['site.css', '/assets/a.css']]),
  }
  const copy = indexSite(structuredClone(data), crawledDocuments(contents))
  const site = indexSite(data, crawledDocuments(contents))
  expect(copy.routeAt(copy.family.origin, '/about')).toEqual(site.routeAt(site.family.origin, '/about'))
  expect(copy.menu('pl', 'main')).toEqual(site.menu('pl', 'main'))
  expect(copy.isKnownPath('/about')).toBe(true)
  expect([...data.contents.values()].some((content) => 'documents' in content)).toBe(false)
})

test('Findings about a document name its page once addresses are planned', () => {
  const { findings, job } = twoFamilies()
  findings.warn({ code: 'date-invalid', message: 'No date.', where: { locale: 'pl', url: '/pages/2' } })
  const contents = new Map([['pl', localeContent('pl', smallSite())]])
  planSite({ job, content: { contents, listings: new Map() }, redirects: [], texts: {}, findings })
  expect(findings.warnings.map(({ message }) => message)).toEqual(['No date. Its page is "/about".'])
})

test('Findings about the document of a list name its first page', () => {
  const { findings, job } = twoFamilies()
  findings.warn({ code: 'date-invalid', message: 'No date.', where: { locale: 'pl', url: '/pages/3' } })
  const contents = new Map([['pl', localeContent('pl', smallSite({ posts: 2, perPage: 1 }))]])
  const { own } = planSite({ job, content: { contents, listings: new Map() }, redirects: [], texts: {}, findings })
  expect(own.map(({ path }) => path)).toContain('/blog/page/2')
  expect(findings.warnings.map(({ message }) => message)).toEqual(['No date. Its page is "/blog".'])
})

test('Other families are linked to and named, but not built, and their errors are warnings', () => {
  const { findings, job } = twoFamilies()
  const contents = new Map(['pl', 'fr'].map((locale) => [locale, localeContent(locale, smallSite())]))
  contents.get('fr')?.nodes.push(...localeContent('fr', { nodes: [node('no-slash', 9)] }).nodes)
  Object.assign(contents.get('fr') ?? {}, { notes: new Map() }) // its documents are not read
  const content = { contents, listings: new Map([['pl', [{ slug: '/about' }]]]) }
  const planned = planSite({
    ...{ job, content, redirects: [], texts: { pl: { a: 'b' } }, findings },
  })
  const { own, languageNames, texts } = planned
  expect([findings.errors, findings.warnings.map(({ code }) => code)]).toEqual([[], ['slug-invalid']])
  const originsOf = (all: { origin: string }[]) => [...new Set(all.map(({ origin }) => origin))]
  expect(originsOf(routesOf(planned))).toEqual(['https://www.example.com', 'https://www.example.fr'])
  expect(planned.contents.get('fr')?.routes.map(({ path }) => path)).toContain('/about')
  expect(originsOf(own)).toEqual(['https://www.example.com'])
  expect([...languageNames]).toEqual([
    ['pl', 'Polski'],
    ['fr', 'Français'],
  ])
  expect([planned.contents.get('pl')?.listing, texts]).toEqual([content.listings.get('pl'), { pl: { a: 'b' } }])
})

test('An invalid slug of the family that is built is an error, even if the family is not the first', () => {
  const { findings, job } = twoFamilies()
  const [, family = job.family] = job.settings.families
  const contents = new Map([['fr', localeContent('fr', { ...smallSite(), nodes: [node('no-slash', 9)] })]])
  const content = { contents, listings: new Map() }
  planSite({ job: { ...job, family, locales: ['fr'] }, content, redirects: [], texts: {}, findings })
  expect(findings.errors.map(({ code }) => code)).toEqual(['slug-invalid'])
})

function routesOf({ contents }: SitePlan) {
  return [...contents.values()].flatMap(({ routes }) => routes)
}

/** A site of two families; the first is built. */
function twoFamilies() {
  const main = { id: 'main', origin: 'https://www.example.com', defaultLocale: 'pl', locales: ['pl'] }
  const settings = testSettings({
    families: [main, { id: 'fr', origin: 'https://www.example.fr', defaultLocale: 'fr', locales: ['fr'] }],
  })
  const [family] = settings.families
  if (!family) throw new Error('The test settings have no family.')
  return { findings: new Findings(), job: { settings, family, locales: ['pl'] } }
}

test('A page whose id fits into no address has no route, and stops nothing', () => {
  const half = { ...smallSite(), nodes: [...(smallSite().nodes ?? []), node('/half', 'half \ud83d')] }
  const { plan: planned } = plan(half)
  expect(routesOf(planned).map(({ path }) => path)).toContain('/about')
  expect(routesOf(planned).map(({ path }) => path)).not.toContain('/half')
})

test('A site without a node in any locale is refused', () => {
  const { plan: planned, findings } = plan({ ...smallSite(), nodes: [] })
  expect(findings.errors).toMatchObject([
    {
      code: 'locale-empty',
      message: 'None of the locales of this build ("pl") has sitemap nodes, so the site would have no pages at all.',
    },
  ])
  expect(planned.isWhole).toBe(false)
})
