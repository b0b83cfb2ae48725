import { expect, it } from 'vitest'
import { testSettings } from '#tests/fixtures/site.ts'
import { errorRoutes, rootNotFound } from './error-routes.ts'
import type { Route } from './route.ts'
import { routingOf, serviceWorkerOf } from './routing-of.ts'

const settings = testSettings()
const [family] = settings.families as [(typeof settings.families)[0]]
const offlineOf = (...locales: string[]) => {
  const routes = settings.families.flatMap((family) => locales.flatMap((locale) => errorRoutes(locale, family)))
  return serviceWorkerOf(routes, new Map(), settings).offline
}

it('names the offline page of each locale to the service worker', () => {
  expect(offlineOf('pl', 'en')).toEqual([
    { prefix: '/', href: '/offline.html' },
    { prefix: '/en/', href: '/en/offline.html' },
  ])
})

it('names the offline page of the first locale for all other addresses where the default locale has no pages', () => {
  expect(offlineOf('en', 'de')).toEqual([
    { prefix: '/en/', href: '/en/offline.html' },
    { prefix: '/de/', href: '/de/offline.html' },
    { prefix: '/', href: '/en/offline.html' },
  ])
  expect(offlineOf()).toEqual([])
})

it('leads redirects, and the address with joined accents, to a page whose slug has its accents apart', () => {
  const path = '/cafe\u0301'
  const page = { path, file: `${path.slice(1)}/index.html`, source: { kind: 'page' } } as unknown as Route
  const redirects = [
    { from: '/bar', to: '/caf\u00e9?a=1#b' },
    { from: '/pub', to: '/caf\u00e9s' },
  ]
  expect(routingOf([page], { redirects, gone: [] }, settings, family).redirects).toEqual([
    { from: '/bar', to: `${path}?a=1#b` },
    { from: '/pub', to: '/caf\u00e9s' },
    { from: '/caf\u00e9', to: path },
  ])
})

it('gives each address the error pages of the longest prefix, and those of the first locale where the default one has none', () => {
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
  expect(others.serverErrors).toEqual([
    { prefix: '/en/', file: 'en/500.html' },
    { prefix: '/', file: 'en/500.html' },
  ])
})

it('hands forms on with as many bytes as their files and words may have, and asks for HTTPS where the site has it', () => {
  const wanted = testSettings({ hosts: { api: 'https://cms.example/api' }, files: { maxBytes: 1000, maxCount: 2 } })
  const routing = (origin: string) => routingOf([], { redirects: [], gone: [] }, wanted, { ...family, origin })
  expect(routing(family.origin).api?.mostBytes).toBe(3 * 1000 + 2 ** 20)
  const isForced = (origin: string) => routing(origin).headers.some(({ name }) => name === 'Strict-Transport-Security')
  expect([isForced('https://www.example.com'), isForced('http://www.example.com')]).toEqual([true, false])
})

it('keeps the service worker from the service and from restricted pages, and not from the pages beside them', () => {
  const shell = (locale: string, prefix: string, href: string) =>
    ({ locale, href, source: { kind: 'restricted', prefix, suffix: '' } }) as Route // the fields that are looked at
  const shells = [shell('pl', '/', '/_'), shell('en', '/en/', '/en/_'), shell('en', '/en/area/', '/en/area/_')]
  expect(serviceWorkerOf(shells, new Map(), settings)).toMatchObject({
    api: '/api',
    never: ['/_', '/en/_', '/en/area'],
  })
  const elsewhere = testSettings({ apiBase: 'https://cms.example/api' })
  expect(serviceWorkerOf([], new Map(), elsewhere).api).toBe('')
})
