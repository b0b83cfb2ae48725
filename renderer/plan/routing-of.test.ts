import { expect, it } from 'vitest'
import { testSettings } from '#tests/fixtures/site.ts'
import { errorRoutes } from './error-routes.ts'
import { serviceWorkerOf } from './routing-of.ts'

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
