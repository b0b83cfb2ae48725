import { expect, it } from 'vitest'
import { testSettings } from '#tests/fixtures/site.ts'
import { errorRoutes } from './error-routes.ts'
import type { Route } from './route.ts'
import { routingOf, serviceWorkerOf } from './routing-of.ts'

const settings = testSettings()
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

it('leads redirects to a page whose slug has its accents apart', () => {
  const [family] = settings.families
  if (!family) throw new Error('There is no family.')
  const path = '/cafe\u0301'
  const page = { path, file: `${path.slice(1)}/index.html`, source: { kind: 'page' } } as unknown as Route
  const redirects = [
    { from: '/bar', to: '/caf\u00e9?a=1#b' },
    { from: '/pub', to: '/caf\u00e9s' },
  ]
  expect(routingOf([page], { redirects, gone: [] }, settings, family).redirects).toEqual([
    { from: '/bar', to: `${path}?a=1#b` },
    { from: '/pub', to: '/caf\u00e9s' },
  ])
})
