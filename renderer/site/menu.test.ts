import { expect, it } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { menuFindings, resolveSiteMenu } from './menu.ts'

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

it('Only entries of the main menu say more than their name: those with a panel, and those in it', () => {
  const item = (id: string, group: string, children: unknown[] = []) => ({
    ...{ id, name: id, url: '/about', group, description: `Of ${id}`, headline: `Over ${id}`, children },
  })
  const menus = ['main', 'footer'].map((group) => item('with', group, [item('in', group, [item('below', group)])]))
  const { site } = testSite({ locales: { pl: { ...smallSite(), menus: [...menus, item('without', 'main')] } } })
  const [panel, plain] = resolveSiteMenu(site, 'pl', 'main')
  expect([panel?.headline, panel?.description, plain?.headline, plain?.description]).toEqual([
    ...['Over with', 'Of with', undefined, undefined],
  ])
  const [inside] = panel?.children ?? []
  expect([inside?.headline, inside?.description, inside?.children[0]?.description]).toEqual([
    ...[undefined, 'Of in', undefined],
  ])
  expect(JSON.stringify(resolveSiteMenu(site, 'pl', 'footer'))).not.toMatch(/Of|Over/)
})

it('An item with a dead link is told of by its name', () => {
  const menus = [{ id: 1, name: 'Lost', group: 'main', url: '/gone' }]
  const { site } = testSite({ locales: { pl: { ...smallSite(), menus } } })
  const message = 'The item "Lost" of a menu of "pl" links to "/gone", but no page has that address.'
  expect(menuFindings(site, 'pl')).toMatchObject([{ code: 'link-dead', message }])
})

it.each(['pl', 'en'])('An item whose slug has no slash at its start leads to its page (%s)', (locale) => {
  const menus = [{ id: 1, name: 'About', group: 'main', slug: 'about' }]
  const { site } = testSite({ locales: { pl: smallSite(), [locale]: { ...smallSite(), menus } } })
  const [entry] = resolveSiteMenu(site, locale, 'main')
  expect(entry?.href).toBe(locale === 'pl' ? '/about' : '/en/about')
  expect(menuFindings(site, locale)).toEqual([])
})

it('An item of a category that no page shows is told of, and one without an address is a heading', () => {
  const category = { type: 'Category', typeReferenceId: 77 }
  const menus = [{ id: 1, name: 'Sensors', group: 'main', ...category, children: [{ id: 2, name: 'More' }] }]
  const { site } = testSite({ locales: { pl: { ...smallSite(), menus } } })
  expect(menuFindings(site, 'pl')).toMatchObject([
    {
      code: 'menu-category',
      message: 'The item "Sensors" of a menu of "pl" names the category "77", but no page shows it; it leads nowhere.',
    },
  ])
})
