import { expect, it } from 'vitest'
import { testSettings } from '#tests/fixtures/site.ts'
import { errorRoutes, rootNotFound } from './error-routes.ts'
import type { Route } from './route.ts'
import { manifestsOf, reportMissingTexts, routingOf, serviceWorkerOf } from './routing-of.ts'

const settings = testSettings()
const [family] = settings.families as [(typeof settings.families)[0]]
const offlineOf = (...locales: string[]) => {
  const routes = settings.families.flatMap((family) => locales.flatMap((locale) => errorRoutes(locale, family)))
  return serviceWorkerOf(routes, new Map(), settings).offline
}

it('names the offline page of each locale for the service worker', () => {
  expect(offlineOf('pl', 'en')).toEqual([
    { prefix: '/', href: '/offline.html' },
    { prefix: '/en/', href: '/en/offline.html' },
  ])
})

it('names the offline page of the first locale for all other addresses if the default locale has no pages', () => {
  expect(offlineOf('en', 'de')).toEqual([
    { prefix: '/en/', href: '/en/offline.html' },
    { prefix: '/de/', href: '/de/offline.html' },
    { prefix: '/', href: '/en/offline.html' },
  ])
  expect(offlineOf()).toEqual([])
})

it('resolves redirects, and the composed spelling of an address, to a page with a decomposed slug', () => {
  const path = '/cafe\u0301'
  const page = { path, file: `${path.slice(1)}/index.html`, source: { kind: 'page' } } as unknown as Route
  const redirects = [
    { from: '/bar', to: '/caf\u00e9?a=1#b' },
    { from: '/pub', to: '/caf\u00e9s' },
  ]
  const plain = { ...page, path: '/about' }
  expect(routingOf([page, plain], { redirects, gone: [] }, settings, family).redirects).toEqual([
    { from: '/bar', to: `${path}?a=1#b` },
    { from: '/pub', to: '/caf\u00e9s' },
    { from: '/caf\u00e9', to: path },
  ])
})

it('gives each address the error pages of its longest prefix, or of the first locale if the default one has none', () => {
  const routingOfLocales = (...locales: string[]) => {
    const routes = locales.flatMap((locale) => errorRoutes(locale, family))
    return routingOf([...routes, ...rootNotFound(routes, family)], { redirects: [], gone: [] }, settings, family)
  }
  const { notFound, serverErrors } = routingOfLocales('pl', 'en')
  expect(notFound.map(({ prefix, file }) => [prefix, file])).toEqual([
    ['/en/', 'en/404.html'],
    ['/', '404.html'],
  ])
  expect(serverErrors.map(({ file }) => file)).toEqual(['en/500.html', '500.html'])
  const others = routingOfLocales('en')
  expect(others.notFound.map(({ file }) => file)).toEqual(['en/404.html', '404.html'])
  expect(rootNotFound(errorRoutes('en', { ...family, origin: 'https://elsewhere.example' }), family)).toEqual([])
  expect(others.serverErrors).toEqual([
    { prefix: '/en/', file: 'en/500.html' },
    { prefix: '/', file: 'en/500.html' },
  ])
})

it('allows forms of the size of their files and texts, and requires HTTPS if the site has it', () => {
  const wanted = testSettings({ hosts: { api: 'https://cms.example/api' }, files: { maxBytes: 1000, maxCount: 2 } })
  const routing = (origin: string) => routingOf([], { redirects: [], gone: [] }, wanted, { ...family, origin })
  expect(routing(family.origin).api?.maxBytes).toBe(3 * 1000 + 2 ** 20)
  const isForced = (origin: string) => routing(origin).headers.some(({ name }) => name === 'Strict-Transport-Security')
  expect([isForced('https://www.example.com'), isForced('http://www.example.com')]).toEqual([true, false])
})

it('excludes the service and restricted pages from the service worker, but not the pages beside them', () => {
  const shell = (locale: string, prefix: string, href: string) =>
    ({ locale, href, source: { kind: 'restricted', prefix, suffix: '' } }) as Route // the fields that are used
  const shells = [shell('pl', '/', '/_'), shell('en', '/en/', '/en/_'), shell('en', '/en/area/', '/en/area/_')]
  expect(serviceWorkerOf(shells, new Map(), settings)).toMatchObject({
    api: '/api',
    never: ['/_', '/en/_', '/en/area'],
  })
  const elsewhere = testSettings({ apiBase: 'https://cms.example/api' })
  expect(serviceWorkerOf([], new Map(), elsewhere).api).toBe('')
})

it('describes pages, shells, gone addresses and the service for hosts', () => {
  const shell = { kind: 'restricted', prefix: '/area/', suffix: '/print' } as const
  const page = { path: '/about', file: 'about/index.html', source: { kind: 'page' } } as unknown as Route
  const routes = [
    page,
    { path: '/area', file: 'area/index.html', source: shell } as Route,
    ...errorRoutes('pl', family),
  ]
  const wanted = testSettings({ hosts: { api: 'https://cms.example/api' }, apiBase: '/content', pageFiles: 'file' })
  expect(routingOf(routes, { redirects: [], gone: ['/sold'] }, wanted, family)).toMatchObject({
    ...{ gone: ['/sold'], pages: ['/about', '/area'], pageFiles: 'file', apiBase: '/content', origin: family.origin },
    shells: [{ prefix: '/area/', suffix: '/print', file: 'area/index.html' }],
    api: { target: 'https://cms.example/api' },
  })
  expect(routingOf([], { redirects: [], gone: [] }, settings, family)).not.toHaveProperty('api')
})

it('gives the service worker the files of every page, and those of the logo if pages show it', () => {
  const assets = new Map([
    ['site.css', '/assets/site.css'],
    ['main.js', '/assets/main.js'],
    ['font-basic', '/assets/basic.woff2'],
    ['card.js', '/assets/card.js'],
  ])
  const routes = errorRoutes('en', family)
  const plain = serviceWorkerOf(routes, assets, settings)
  expect(plain.assets).toEqual([...assets.values()])
  expect(plain.files.slice(0, 2)).toEqual(['/assets/site.css', '/assets/main.js'])
  expect(plain.files).toContain('/assets/basic.woff2')
  expect(plain.files).not.toContain('/assets/card.js')
  const withSign = testSettings({ brand: { ...settings.brand, logo: 'icon' } })
  const [added] = serviceWorkerOf(routes, assets, withSign).files.filter((file) => !plain.files.includes(file))
  expect(added).toMatch(/icon.*\.svg$/)
})

it('makes a web manifest per locale, which starts at its home', () => {
  const route = (locale: string, slug: string, href: string) => ({ locale, slug, href }) as Route
  const routes = [
    route('pl', '/about', '/about'),
    route('pl', '/', '/'),
    route('en', '/', '/en'),
    route('de', '/x', '/de/x'),
  ]
  expect(manifestsOf(routes, family)).toEqual([
    { file: 'site.webmanifest', lang: 'pl', start: '/' },
    { file: 'en/site.webmanifest', lang: 'en', start: '/en' },
    { file: 'de/site.webmanifest', lang: 'de', start: '/' },
  ])
})

it('reports each text that a locale lacks', () => {
  const missing: string[] = []
  const texts = { en: { a: 'A', b: 'B' }, pl: { a: 'A' }, de: {} }
  reportMissingTexts(texts, ['pl', 'en'], { missingText: (...one) => void missing.push(one.join(' ')) })
  expect(missing).toContain('pl b')
  expect(missing.filter((one) => !one.startsWith('pl ') && !one.startsWith('en '))).toEqual([])
  expect(missing).not.toContain('pl a')
})
