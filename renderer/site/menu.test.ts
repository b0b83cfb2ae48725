import { expect, it } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { resolveSiteMenu } from './menu.ts'

it('Each locale has its own menu, whichever was asked for first', () => {
  const named = (name: string) => ({ ...smallSite(), menus: [{ id: 1, name, url: '/about', group: 'main' }] })
  const { site } = testSite({ locales: { pl: named('Usługi'), en: named('Services'), de: named('Leistungen') } })
  const names = ['pl', 'en', 'de', 'pl'].map((locale) => resolveSiteMenu(site, locale, 'main').map(({ name }) => name))
  expect(names).toEqual([['Usługi'], ['Services'], ['Leistungen'], ['Usługi']])
})

it('Each group of a locale has its own items', () => {
  const menus = ['main', 'footer'].map((group, id) => ({ id, name: `In ${group}`, url: '/about', group }))
  const { site } = testSite({ locales: { pl: { ...smallSite(), menus } } })
  expect(resolveSiteMenu(site, 'pl', 'main').map(({ name }) => name)).toEqual(['In main'])
  expect(resolveSiteMenu(site, 'pl', 'footer').map(({ name }) => name)).toEqual(['In footer'])
})
