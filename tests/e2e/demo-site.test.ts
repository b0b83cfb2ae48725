import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'parse5'
import { beforeAll, expect, inject, it } from 'vitest'
import { readTexts } from '#locales/translator.ts'
import type { Report } from '#renderer/build/report.ts'
import { domLines, type Element, elementsOf } from '#tests/fixtures/html.ts'
import { xmlProblems } from '#tests/fixtures/validate-xml.ts'

const exports = inject('exports')
const htmlOf = (engine: 'react' | 'preact', page: string): Promise<string> =>
  readFile(join(exports[engine], 'site', page), 'utf8')

/** The elements and the lines of pages from React, which several tests read and only the first makes. */
const elementsOfPages = new Map<string, Pick<Element, 'tag' | 'attributes'>[]>()
const linesOfPages = new Map<string, string[]>()

async function elementsOn(page: string): Promise<Pick<Element, 'tag' | 'attributes'>[]> {
  const known = elementsOfPages.get(page)
  // With their texts, elements would keep whole documents in memory.
  const elements = known ?? elementsOf(await htmlOf('react', page)).map(({ tag, attributes }) => ({ tag, attributes }))
  elementsOfPages.set(page, elements)
  return elements
}

async function linesOn(page: string): Promise<string[]> {
  const lines = linesOfPages.get(page) ?? domLines(await htmlOf('react', page))
  linesOfPages.set(page, lines)
  return lines
}

let report: Report
let pages: string[]
beforeAll(async () => {
  report = JSON.parse(await readFile(join(exports.react, 'report.json'), 'utf8'))
  const files = await readdir(join(exports.react, 'site'), { recursive: true })
  pages = files.filter((file) => file.endsWith('.html')).sort()
})

it('is built without findings, with the same number of pages in every locale', () => {
  expect(report.errors).toEqual([])
  expect(report.warnings).toEqual([])
  expect(pages).toHaveLength(report.pages.total)
  expect(new Set(Object.values(report.pages.byLocale)).size).toBe(1)
})

it('has the same DOM from both engines on every page', async () => {
  // These differ by design: the name of the engine and the hashes of its scripts.
  const alike = (lines: string[]): string[] =>
    lines.map((line) =>
      line
        .replaceAll(/-[A-Z0-9]{8}\.js/g, '.js')
        .replaceAll(/"(re|pre)act"/g, '"engine"')
        .replace(/ data-deps="[^"]*"/, '')
        .replace(/"[a-z-]+\.deps":"[^"]*"/, ''),
    )
  for (const page of pages) {
    expect(alike(domLines(await htmlOf('preact', page))), page).toEqual(alike(await linesOn(page)))
  }
})

it('is valid HTML with one h1, unique ids and no inline styles on every page', async () => {
  for (const page of pages) {
    const html = await htmlOf('react', page)
    parse(html, {
      onParseError: ({ code, startLine, startCol }) => {
        throw new Error(`${page}:${startLine}:${startCol}: ${code}`)
      },
    })
    const elements = await elementsOn(page)
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? [])
    expect(elements.filter(({ tag }) => tag === 'h1').length, page).toBe(1)
    expect(ids.length, page).toBe(new Set(ids).size)
    expect(
      elements.filter(({ attributes }) => attributes.style !== undefined),
      page,
    ).toEqual([])
  }
})

it('links only to existing files, from every page', async () => {
  const files = new Set(await readdir(join(exports.react, 'site'), { recursive: true }))
  const { redirects, shells } = JSON.parse(await readFile(join(exports.react, 'routing.json'), 'utf8'))
  const isAnswered = (path: string): boolean =>
    path.startsWith('/api/') ||
    files.has(path.slice(1)) ||
    files.has(join(path.slice(1), 'index.html')) ||
    redirects.some(({ from }: { from: string }) => from === path) ||
    shells.some(({ prefix }: { prefix: string }) => path.startsWith(prefix))
  for (const page of pages) {
    for (const { attributes } of await elementsOn(page)) {
      for (const address of [attributes.href, attributes.src, attributes.action]) {
        if (!address?.startsWith('/')) continue
        const path = decodeURIComponent(new URL(address, 'https://example.com').pathname)
        expect(isAnswered(path), `${page} leads to ${address}`).toBe(true)
      }
    }
  }
})

it('has a space between words that only styles separate, for readers without styles', async () => {
  const joined = /[^<>\s]+(?:<\/(?:a|span|label|time|button)>)+<(?:a|span|label|time)\b[^>]*>[^<\s]+/g
  for (const page of pages) expect((await htmlOf('react', page)).match(joined) ?? [], page).toEqual([])
})

it('shows no key instead of an interface text', async () => {
  const areas = Object.keys(readTexts(['en']).en ?? {})
  const key = new RegExp(`^(${areas.join('|')})\\.[a-zA-Z0-9.]+$`)
  for (const page of pages) {
    const shown = (await linesOn(page)).map((line) => line.trim().replaceAll('"', ''))
    expect(
      shown.filter((line) => key.test(line)),
      page,
    ).toEqual([])
  }
})

/** Spec §2.9 with both steps combined. Where it names no target, the decisions do. */
const legacy: Record<string, string> = {
  '/o-nas': '/firma/o-nas',
  '/oferta': '/uslugi',
  '/oferta/monitoring-gps-flot-pojazdow': '/uslugi/monitoring-gps-samochodow-ciezarowych',
  '/oferta/zarzadzanie-flota-samochodowa': '/uslugi/monitoring-gps-pojazdow-osobowych',
  '/oferta/zabezpieczenie-pojazdow-przed-kradzieza': '/uslugi/zabezpieczenie-przed-kradzieza',
  '/oferta/monitoring-specjalny': '/uslugi/monitoring-gps-pojazdow-elektrycznych-uto',
  '/partnerzy': '/firma/partnerzy',
  '/faq': '/najczesciej-zadawane-pytania',
  '/praca': '/kariera/dolacz-do-nas',
  '/wp-content/uploads/polityka-prywatnosci.pdf': '/polityka-prywatnosci-i-cookies',
  '/kalkulator': '/',
  '/category/aktualnosci': '/blog',
  '/en/about-us': '/en/company/about-us',
  '/en/offer': '/en/services',
  '/en/news': '/en/blog',
  '/en/faq': '/en/frequently-asked-questions',
  '/en/calculator': '/en',
  '/de/uber-uns': '/de/unternehmen/uber-uns',
  '/de/angebot': '/de/dienstleistungen',
  '/de/nachrichten': '/de/blog',
  '/de/faq': '/de/haufig-gestellte-fragen',
  '/de/geschaeftspartner': '/de/unternehmen/partner',
  '/de/rechner': '/de',
  '/fr/a-propos-de-nous': '/fr/entreprise/a-propos-de-nous',
  '/fr/offre': '/fr/services',
  '/fr/faq': '/fr/foire-aux-questions',
  '/fr/partenaires': '/fr/entreprise/partenaires',
  '/fr/calculatrice': '/fr',
  '/uslugi/transport-i-logistyka': '/uslugi/monitoring-gps-samochodow-ciezarowych',
  '/uslugi/pojazdy-osobowe': '/uslugi/monitoring-gps-pojazdow-osobowych',
  '/uslugi/maszyny-budowlane': '/uslugi/monitoring-gps-maszyn-budowlanych',
  '/uslugi/maszyny-rolnicze': '/uslugi/monitoring-gps-maszyn-rolniczych',
  '/uslugi/pojazdy-elektryczne-uto': '/uslugi/monitoring-gps-pojazdow-elektrycznych-uto',
  '/uslugi/pojazdy-uzytecznosci-publicznej': '/uslugi/monitoring-gps-pojazdow-uzytecznosci-publicznej',
}

it('redirects every old address of the specification, and every other one, to a page in one hop', async () => {
  const { redirects } = JSON.parse(await readFile(join(exports.react, 'routing.json'), 'utf8'))
  const targets: Record<string, string> = Object.fromEntries(
    redirects.map(({ from, to }: { from: string; to: string }) => [from, to]),
  )
  expect(targets).toMatchObject(legacy)
  const files = new Set(await readdir(join(exports.react, 'site'), { recursive: true }))
  const isFile = (path: string): boolean => files.has(join(path.slice(1), 'index.html')) || files.has(path.slice(1))
  for (const path of [...Object.values(targets), '/de/hilfe', '/fr/aide']) expect(isFile(path), path).toBe(true)
  for (const path of Object.keys(targets)) expect(isFile(path), path).toBe(false)
  const patterns = ['/blog/', '/en/blog/', '/de/blog/', '/fr/blog/']
  for (const pattern of patterns) expect(Object.values(targets).some((to) => to.startsWith(pattern))).toBe(true)
})

it('has valid sitemaps that contain every indexable page once, and valid feeds', async () => {
  const site = join(exports.react, 'site')
  const read = (file: string): Promise<string> => readFile(join(site, file), 'utf8')
  const files = await readdir(site, { recursive: true })
  const listed: string[] = []
  for (const file of files.filter((name) => /^sitemap.*\.xml$/.test(name))) {
    const xml = await read(file)
    expect(xmlProblems(xml, 'sitemap')).toBe('')
    listed.push(...[...xml.matchAll(/<url><loc>([^<]*)/g)].map(([, url = '']) => url))
  }
  const alternates = new Map<string, string[]>()
  for (const page of pages) {
    const elements = await elementsOn(page)
    const isHidden = elements.some(({ tag, attributes }) => tag === 'meta' && attributes.name === 'robots')
    const links = elements.filter(({ tag }) => tag === 'link').map(({ attributes }) => attributes)
    const canonical = links.find(({ rel }) => rel === 'canonical')?.href
    if (isHidden || canonical === undefined) continue
    alternates.set(
      canonical,
      links.flatMap(({ hreflang, href }) => (hreflang && href ? [href] : [])),
    )
  }
  expect(listed.sort()).toEqual([...alternates.keys()].sort())
  for (const [url, others] of alternates)
    for (const other of others) expect(alternates.get(other), `${other}, named by ${url}`).toContain(url)
  const feeds = files.filter((name) => name.endsWith('feed.xml'))
  expect(feeds).toHaveLength(5)
  for (const file of feeds) expect(xmlProblems(await read(file), 'atom')).toBe('')
})

it('has all its addresses in the ledger', async () => {
  const { pages: paths } = JSON.parse(await readFile(join(exports.react, 'addresses.json'), 'utf8'))
  const ledger = new Set((await readFile('addresses.txt', 'utf8')).split('\n'))
  const lasting = paths.filter((path: string) => !/\/page\/\d+$/.test(path))
  expect(lasting.filter((path: string) => !ledger.has(path))).toEqual([])
})
