import { expect, it } from 'vitest'
import { node, smallSite } from '#tests/fixtures/content.ts'
import { testSettings, testSite } from '#tests/fixtures/site.ts'
import { notFoundWords } from './not-found-words.ts'

it('The 404 page at the root has texts in the other languages of its domain with a home page', () => {
  const families = [
    { id: 'main', origin: 'https://www.example.com', defaultLocale: 'pl', locales: ['pl', 'en', 'de'] },
    { id: 'fr', origin: 'https://www.example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ]
  const homeless = { nodes: [node('/about', 2)], pages: smallSite().pages ?? {} }
  const locales = { pl: smallSite(), en: smallSite(), de: homeless, fr: smallSite() }
  const { site, routes, routeAt } = testSite({ locales, settings: testSettings({ families }) })
  expect(notFoundWords(site, routeAt('/404.html'))).toEqual([
    {
      ...{ locale: 'en', prefix: '/en/', title: 'This page could not be found' },
      ...{ text: 'The page you are looking for was not found', home: 'Back to the home page' },
    },
  ])
  const others = routes.filter(({ path }) => path !== '/404.html')
  expect(others.flatMap((one) => notFoundWords(site, one))).toEqual([])
})
