import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { addressRulesOf } from '#publish/redirects/addresses.ts'
import { compileRedirects } from '#publish/redirects/compile-redirects.ts'
import type { KnownPage } from '#renderer/reads/known-build.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { node, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { localeContent, testSettings } from '#tests/fixtures/site.ts'
import { contentKeyOf } from './current-address.ts'
import { checkVanished, compileMovedAddresses, entriesOf } from './moved-addresses.ts'
import { planRoutes } from './plan-routes.ts'
import type { Route } from './route.ts'

const settings = testSettings({
  families: [
    { id: 'pl', origin: 'https://example.pl', defaultLocale: 'pl', locales: ['pl'] },
    { id: 'fr', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ],
})
const [polish, french] = settings.families as [(typeof settings.families)[0], (typeof settings.families)[0]]
const addresses = { defaultLocale: 'pl', locales: ['pl'], built: ['pl'], files: [], shells: [] }
const elsewhere = ['https://example.fr/', 'https://example.fr/aide']

function compile(entries: { from: string; to: string | null; family?: string }[]) {
  const findings = new Findings()
  const numbered = entries.map((entry, index) => ({ ...entry, entry: index + 1 }))
  const rules = addressRulesOf({ ...addresses, family: 'pl', pages: ['/', '/pomoc'], elsewhere })
  const { redirects, gone } = compileRedirects({ entries: entriesOf(polish, settings, numbered), rules, findings })
  const found = [...findings.errors, ...findings.warnings].map(({ code, where }) => `${code} ${where?.path}`)
  return { pairs: redirects.map(({ from, to }) => [from, to]), gone, found }
}

it('resolves targets in another domain family of the settings', () => {
  expect(
    compile([
      { from: '/aide', to: 'https://example.fr/aide/?a=1#b' },
      { from: '/francais', to: 'https://EXAMPLE.fr' },
      { from: '/help', to: 'https://example.pl/pomoc' },
      { from: '/stray', to: 'https://example.fr/nowhere' },
    ]),
  ).toEqual({
    pairs: [
      ['/aide', 'https://example.fr/aide?a=1#b'],
      ['/francais', 'https://example.fr/'],
      ['/help', '/pomoc'],
      ['/stray', 'https://example.fr/nowhere'],
    ],
    gone: [],
    found: ['redirect-dead /stray'],
  })
})

it('makes one hop of a path through both families, and refuses a circle of them', () => {
  const french = (from: string, to: string | null) => ({ from, to, family: 'fr' })
  expect(
    compile([
      { from: '/a', to: 'https://example.fr/b' },
      french('/b', '/aide'),
      { from: '/c', to: 'https://example.fr/d' },
      french('/d', 'https://example.pl/pomoc'),
      { from: '/e', to: 'https://example.fr/f' },
      french('/f', null),
      { from: '/x', to: 'https://example.fr/y' },
      french('/y', 'https://example.pl/x'),
      { from: '/z', to: 'https://example.fr/aide' },
      french('/aide', '/never'),
    ]),
  ).toEqual({
    pairs: [
      ['/a', 'https://example.fr/aide'],
      ['/c', '/pomoc'],
      ['/z', 'https://example.fr/aide'],
    ],
    gone: ['/e'],
    found: ['redirect-loop /x'],
  })
})

it('reports nothing about a family that was not read', () => {
  const entries = entriesOf(polish, settings, [{ from: '/a', to: 'https://example.fr/x', entry: 1 }])
  const findings = new Findings()
  compileRedirects({ entries, rules: addressRulesOf({ ...addresses, family: 'pl', pages: ['/'] }), findings })
  expect(findings.warnings).toEqual([])
})

it('keeps a target as it is written, so that messages can quote it', () => {
  const entry = { from: '/a', to: '/%C5%BC/', entry: 1 }
  expect(entriesOf(polish, settings, [entry])).toEqual([entry])
})

it('gives each family its own entries', () => {
  const entries = entriesOf(french, settings, [
    { from: '/a', to: '/b', entry: 1 },
    { from: '/c', to: '/d', family: 'fr', entry: 2 },
  ])
  expect(entries).toEqual([
    { from: '/a', to: 'https://example.pl/b', entry: 1, origin: 'https://example.pl' },
    { from: '/c', to: '/d', family: 'fr', entry: 2 },
  ])
})

it.each(['https://example.com/', 'https://example.pl.evil.example/', 'http://example.fr/', 'https://example.fr:444/'])(
  'refuses the target %s with a foreign origin',
  (to) => {
    expect(() => entriesOf(polish, settings, [{ from: '/a', to, entry: 1 }])).toThrow(
      `Entry 1 of redirects.json points to "${to}", which is not at an origin of the settings.`,
    )
  },
)

const accented = '/cafe\u0301'

/** A site of both families. The second has a single page. */
function planned(pl: FixtureLocale = smallSite({ perPage: 2 })) {
  const extra = [node(accented, 1), node(`${accented}/:slug`, 'hidden_pages', { action: 'show' })]
  const polishPages = { ...pl, nodes: [...(pl.nodes ?? []), ...extra] }
  const locales = { pl: polishPages, fr: { nodes: [node('/aide', 1)] } }
  const contents = new Map(Object.entries(locales).map(([locale, one]) => [locale, localeContent(locale, one)]))
  return planRoutes({ contents, settings, findings: new Findings() })
}

it("knows every address of a family's export, and the pages of the other", () => {
  const wide = { ...polish, locales: ['pl', 'en'] } // only one of them is built
  const job = { settings, family: wide, locales: ['pl'] }
  const { moved } = compileMovedAddresses(job, { planned: planned(), redirects: [], findings: new Findings() })
  expect(moved.addresses).toEqual({
    ...{ family: 'pl', defaultLocale: 'pl', locales: ['pl', 'en'], built: ['pl'] },
    pages: [
      ...['/', '/about', '/blog', '/blog/page/2', '/blog/post-1', '/blog/post-2', '/blog/post-3'],
      ...['/caf\u00e9', '/caf\u00e9/_'],
    ],
    elsewhere: ['https://example.fr/aide'],
    files: ['/404.html', '/500.html', '/feed.xml', '/offline.html', '/robots.txt', '/sitemap.xml', '/sw.js'],
    shells: [{ prefix: '/caf\u00e9/', suffix: '' }],
    apiBase: '/api',
  })
})

/** The findings for a ledger with these lines, and the addresses in the ledger after the build. */
async function checked(
  lines: string[],
  more: Partial<Parameters<typeof checkVanished>[0]> & { isWhole?: boolean } = {},
) {
  const siteRoot = await mkdtemp(join(tmpdir(), 'site-ledger-'))
  const file = join(siteRoot, 'addresses.txt')
  await writeFile(file, lines.join('\n'))
  const { isWhole = true, ...rest } = more
  const [findings, routes] = [new Findings(), planned()]
  const withLedger = { ...settings, ledger: 'addresses.txt' }
  const where = { siteRoot, api: 'https://cms.example/api' }
  const job = { settings: withLedger, family: polish, locales: ['pl'], ...where, ...rest }
  const redirects = [
    { from: '/gone', to: null, entry: 1 },
    { from: '/moved', to: '/about', entry: 2 },
  ]
  const { moved } = compileMovedAddresses(job, { planned: routes, redirects, findings })
  const before = [
    ['/old-1', '/about'],
    ['/old-2', '/blog'],
  ].map(([href = '', path]) => {
    const contentKey = contentKeyOf(routes.find((route) => route.path === path) ?? ({} as Route))
    return [href, { href, contentKey } as KnownPage] as const // the fields that are used
  })
  const previous = { pages: new Map(before) }
  const stage = await checkVanished(job, { planned: routes, moved, findings, isContentWhole: isWhole, previous })
  await using staged = await stage()
  await staged?.publish()
  const kept = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('/'))
  await rm(siteRoot, { recursive: true })
  const { errors, warnings } = findings
  return { errors, codes: warnings.map(({ code }) => code), words: warnings.map(({ message }) => message), kept }
}

const published = ['/', '/about', '/blog', '/blog/post-1', '/blog/post-2', '/blog/post-3', '/caf\u00e9', '/caf\u00e9/_']

it('accepts ledger addresses that a redirect or tombstone answers, and records the pages of its family in one spelling', async () => {
  expect(await checked(['/gone', '/moved'])).toEqual({
    ...{ errors: [], codes: [], words: [] },
    kept: [...published, '/gone', '/moved'].sort(),
  })
})

it('reports an address that nothing answers, but not if content could not be read', async () => {
  const { errors } = await checked(['/vanished'])
  expect(errors).toMatchObject([{ code: 'address-vanished', where: { path: '/vanished' } }])
  expect((await checked(['/vanished'], { isWhole: false })).errors).toEqual([])
})

it('names the new addresses of pages, and the command for all of them if a report is written for it', async () => {
  const hintsOf = async (dryRun: boolean) =>
    (await checked(['/old-1', '/old-2'], { dryRun })).errors.map(({ hint }) => hint)
  expect(await hintsOf(false)).toEqual([
    expect.stringMatching(/add \/old-1 \/about; for all 2 pages that moved: npx site redirects add-moved$/),
    expect.stringMatching(/add \/old-2 \/blog; for all 2/),
  ])
  expect((await hintsOf(true)).join()).not.toContain('add-moved')
})

it('does not use a ledger of another service, or of the files of the site', async () => {
  const files = ['# service: demo', '/vanished']
  const ofOther = { errors: [], codes: ['ledger-other-service'], kept: ['/vanished'] }
  expect(await checked(files)).toMatchObject({
    ...ofOther,
    words: [
      expect.stringContaining(
        'from the files of the site, but this build reads "cms.example/api", so it does not look for vanished',
      ),
    ],
  })
  expect(await checked(['# service: old.example/api', '/vanished'])).toMatchObject({
    ...ofOther,
    words: [
      expect.stringContaining(
        'from "old.example/api", but this build reads "cms.example/api", so it does not look for vanished',
      ),
    ],
  })
  expect((await checked(files, { service: 'demo' })).errors).toHaveLength(1)
})

it('refuses the ledger of another domain family, which changes hands with the order of the families', async () => {
  const [first, second] = settings.families
  expect((await checked([`# family: ${first?.id}`, '/gone'])).kept).toContain('/about')
  const swapped = checked([`# family: ${second?.id}`, '/gone'])
  await expect(swapped).rejects.toThrow(`holds the addresses of the domain family "${second?.id}", but the settings`)
  await expect(swapped).rejects.toMatchObject({
    hint: expect.stringMatching(/addresses\.\w+\.txt", rename the ledger of ".+redirects\.json/),
  })
  const renamed = checked(['# family: earlier'])
  await expect(renamed).rejects.toMatchObject({
    hint: expect.stringContaining(`with "# family: ${first?.id}"`),
  })
})

it('does not touch the ledger of the demo site when another service is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-ledger-'))
  await writeFile(join(folder, 'addresses.txt'), '# service: demo\n/vanished\n')
  const findings = new Findings()
  const ledger = relative(toolRoot, join(folder, 'addresses.txt'))
  const job = { settings: { ...settings, ledger }, family: polish, locales: ['pl'], siteRoot: toolRoot }
  const { moved } = compileMovedAddresses(job, { planned: [], redirects: [], findings })
  const check = (more: object, isContentWhole = true) =>
    checkVanished({ ...job, api: 'https://cms.example/api', ...more }, { planned: [], moved, findings, isContentWhole })
  expect(await (await check({}))()).toBeUndefined()
  expect([findings.errors, findings.warnings]).toMatchObject([[], [{ code: 'ledger-off' }]])
  expect(findings.warnings[0]?.message).toContain('so this build of "cms.example/api" neither looks')
  expect(await (await check({ ledger: false }))()).toBeUndefined()
  expect(findings.warnings).toHaveLength(1)
  await check({ service: 'demo' })
  expect(findings.errors).toMatchObject([{ code: 'address-vanished' }])
  await rm(folder, { recursive: true })
})

it('refuses an entry of an unknown family', () => {
  const entry = { from: '/a', to: '/b', family: 'moon', entry: 3 }
  expect(() => entriesOf(polish, settings, [entry])).toThrow(
    expect.objectContaining({
      message: 'Entry 3 of redirects.json names the domain family "moon", which does not exist.',
      hint: 'The families in the settings are: pl, fr.',
    }),
  )
  const target = { from: '/a', to: 'https://moon.example/', entry: 4 }
  expect(() => entriesOf(polish, settings, [target])).toThrow(
    expect.objectContaining({ hint: expect.stringMatching(/: https:\/\/example\.pl, https:\/\/example\.fr\.$/) }),
  )
})
