import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { node, page, smallSite } from './fixtures/content.ts'
import type { FixtureOptions } from './fixtures/content-service.ts'
import { setFixtureBuilds, withPages } from './fixtures/fixture-builds.ts'
import { elementsOf } from './fixtures/html.ts'
import { testSettings } from './fixtures/site.ts'

const { build, folder } = setFixtureBuilds()

describe('two domain families', () => {
  const settings = testSettings({
    families: [
      { id: 'pl', origin: 'https://example.pl', defaultLocale: 'pl', locales: ['pl', 'en'] },
      { id: 'fr', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr', 'de'] },
    ],
  })

  it('link each page to the other family’s versions, except those that are missing or may not be indexed', async () => {
    const only = (noindex: boolean) => withPages([node('/extra', 12)], { 12: page(12, 'Extra', { noindex }) })
    const locales = { pl: only(false), en: smallSite(), fr: only(true), de: only(false) }
    const alternates = new Map<string, string[]>()
    for (const family of settings.families) {
      const { report, read, out } = await build({ locales }, { settings, family })
      expect(report.errors).toEqual([])
      for (const file of await readdir(join(out, 'site'), { recursive: true })) {
        if (!file.endsWith('/index.html') && file !== 'index.html') continue
        const links = elementsOf(await read(file), 'link')
        const canonical = links.find(({ attributes }) => attributes.rel === 'canonical')?.attributes.href ?? ''
        const others = links.flatMap(({ attributes: { rel, hreflang, href } }) =>
          rel === 'alternate' && hreflang && href ? [href] : [],
        )
        alternates.set(canonical, others)
      }
    }
    expect(alternates.get('https://example.pl/extra')).toEqual([
      'https://example.pl/extra',
      'https://example.fr/de/extra',
      'https://example.pl/extra',
    ])
    expect(alternates.get('https://example.fr/extra')).toEqual([])
    for (const [url, others] of alternates) {
      for (const other of others) expect(alternates.get(other), `${other}, named by ${url}`).toContain(url)
    }
  })

  it('report errors for their own pages, and warnings for those of the other family', async () => {
    const [polish, french] = settings.families
    if (!polish || !french) throw new Error('There are two families.')
    const wrong = withPages([node('/b//c', 12), node('/About', 13)], { 12: page(12, 'Odd'), 13: page(13, 'About') })
    const locales = { pl: smallSite(), en: smallSite(), fr: wrong, de: smallSite() }
    const one = await build({ locales }, { settings, family: polish })
    expect(one.report.errors).toEqual([])
    expect(one.findings.map(({ code, where }) => `${code} ${where?.locale}`)).toEqual([
      'duplicate-address fr',
      'slug-invalid fr',
    ])
    const other = await build({ locales }, { settings, family: french })
    expect(other.report.isPublished).toBe(false)
    expect(other.report.errors.map(({ code }) => code)).toEqual(['duplicate-address', 'slug-invalid'])
  })

  it('link to the last read pages of the other family when it cannot be read now', async () => {
    const [polish] = settings.families
    if (!polish) throw new Error('There are two families.')
    const locales = { pl: smallSite(), en: smallSite(), fr: smallSite(), de: smallSite() }
    const intercept: FixtureOptions['intercept'] = ({ url = '' }, response) => {
      const isFailing = url.startsWith('/api/sitemap_nodes?locale=fr')
      if (isFailing) response.writeHead(500).end('{}')
      return isFailing
    }
    const kept = { out: join(folder, 'kept'), cache: join(folder, 'cache'), service: 'fixture' }
    const wanted = { settings, family: polish, ...kept }
    const before = await build({ locales }, wanted)
    const home = await before.read('index.html')
    expect(home).toContain('https://example.fr/')
    const after = await build({ locales, intercept }, wanted)
    expect([after.report.errors, after.report.isPublished]).toEqual([[], true])
    expect(after.findings.map(({ code, where }) => `${code} ${where?.locale}`)).toEqual([
      'content-outdated fr',
      'service-error fr',
    ])
    expect(await after.read('index.html')).toBe(home)
    const first = await build({ locales, intercept }, { settings, family: polish })
    expect(first.findings.map(({ message }) => message)).toEqual([
      'GET /sitemap_nodes (fr) answered 500. No page of this site links to the locale "fr".',
    ])
    expect(await first.read('index.html')).not.toContain('https://example.fr/"')
  })

  it('read each other’s records only for links, so an invalid record of the other is a warning', async () => {
    const [polish, french] = settings.families
    if (!polish || !french) throw new Error('There are two families.')
    const odd = { ...smallSite(), product_categories: [{ id: 1, name: 7, path: 'x' }] }
    const wrong = { ...odd, nodes: [...(odd.nodes ?? []), { ...node('/odd', 14), nodeType: 'poem' }] }
    const categories = node('/category/:path', 'product_categories', { action: 'show' })
    const locales = { pl: smallSite(), en: smallSite(), fr: { ...wrong, nodes: [...wrong.nodes, categories] } }
    const one = await build({ locales }, { settings, family: polish })
    expect([one.report.errors, one.report.isPublished]).toEqual([[], true])
    expect(one.findings.map(({ code, where }) => `${code} ${where?.locale}`).sort()).toEqual(
      // the service has no content of the locale "de"
      ['document-missing de', 'field-invalid fr', 'field-invalid fr'],
    )
    const other = await build({ locales }, { settings, family: french, locales: ['fr'] })
    expect(other.report.isPublished).toBe(false)
    expect(other.report.errors.map(({ code }) => code)).toEqual(['field-invalid', 'field-invalid'])
  })
})
