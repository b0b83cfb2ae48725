import { expect, it } from 'vitest'
import { node, smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { markKey, markMenu, menuFindings, resolveSiteMenu } from './menu.ts'

it('Each locale has its own menu, in any order of requests', () => {
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

it('Only entries of the main menu have headlines and descriptions: those with a panel, and those in it', () => {
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

it('An item with a dead link is reported by its name', () => {
  const menus = [{ id: 1, name: 'Lost', group: 'main', url: '/gone' }]
  const { site } = testSite({ locales: { pl: { ...smallSite(), menus } } })
  const message = 'The item "Lost" of a menu of "pl" links to "/gone", but no page has that address.'
  expect(menuFindings(site, 'pl')).toMatchObject([{ code: 'link-dead', message }])
})

it.each(['pl', 'en'])('An item whose slug lacks the slash at its start links to its page (%s)', (locale) => {
  const menus = [{ id: 1, name: 'About', group: 'main', slug: 'about' }]
  const { site } = testSite({ locales: { pl: smallSite(), [locale]: { ...smallSite(), menus } } })
  const [entry] = resolveSiteMenu(site, locale, 'main')
  expect(entry?.href).toBe(locale === 'pl' ? '/about' : '/en/about')
  expect(menuFindings(site, locale)).toEqual([])
})

it('An item of a category without a page is reported, and so is a heading without items below it', () => {
  const category = { type: 'Category', typeReferenceId: 77 }
  const menus = [
    { id: 1, name: 'Sensors', group: 'main', ...category, children: [{ id: 2, name: 'More' }] },
    { id: 3, name: 'Plugs', group: 'main', type: 'Category' },
    {
      id: 4,
      name: 'Learn',
      group: 'footer',
      type: 'Page',
      typeReferenceId: 2,
      children: [{ id: 5, name: 'On', slug: '/' }],
    },
  ]
  const { site } = testSite({ locales: { pl: { ...smallSite(), menus } } })
  expect(menuFindings(site, 'pl')).toMatchObject([
    {
      code: 'menu-category',
      where: { locale: 'pl' },
      hint: 'Correct "typeReferenceId" of the item at the service, or give it a "slug" or "url".',
      message:
        'The item "Sensors" of a menu of "pl" names the category "77", but no page shows it, so the item has no link.',
    },
    {
      code: 'menu-heading',
      where: { locale: 'pl' },
      hint: 'Give the item a "slug" or "url" or children at the service, or remove it.',
      message:
        'The item "More" of a menu of "pl" has neither an address nor items below it, so it is a word that leads nowhere.',
    },
    { message: 'The item "Plugs" of a menu of "pl" names no category, so the item has no link.' },
  ])
})

it('An item links to its address, or to the page of its slug, or to that of its category', () => {
  const product_categories = [{ id: 7, name: 'Sensors', path: 'sensors', parentBranch: [] }]
  const nodes = [...(smallSite().nodes ?? []), node('/products/:slug', 'product_categories')]
  const category = { type: 'Category', typeReferenceId: 7 }
  const items = [
    {
      name: 'Address',
      url: 'https://other.example/x',
      slug: '/about',
      ...category,
      target: '_blank',
      cssClass: 'wide',
    },
    { name: 'Slug', slug: '/about', ...category },
    { name: 'Category', ...category },
    { name: 'Heading', target: '_blank', typeReferenceId: 7 },
    { name: 'Unsafe', url: 'javascript:alert(1)', target: '_blank' },
  ]
  const menus = items.map((item, id) => ({ id, group: 'main', ...item }))
  const { site } = testSite({ locales: { pl: { ...smallSite(), nodes, menus, product_categories } } })
  expect(resolveSiteMenu(site, 'pl', 'main')).toEqual([
    { id: '0', name: 'Address', children: [], href: 'https://other.example/x', target: '_blank', cssClass: 'wide' },
    { id: '1', name: 'Slug', children: [], href: '/about' },
    { id: '2', name: 'Category', children: [], href: '/products/sensors' },
    { id: '3', name: 'Heading', children: [] },
    { id: '4', name: 'Unsafe', children: [] },
  ])
})

it('Entries are marked on their page, above it, and above a marked entry, and the shared menu stays unmarked', () => {
  const item = (id: number, url: string, children: unknown[] = []) => ({
    id,
    name: String(id),
    url,
    group: 'main',
    children,
  })
  const menus = [
    item(1, '/about', [item(2, '/about/team'), item(3, '/about/team/lead')]),
    item(4, '/en', [item(5, '/en/about')]),
    item(6, 'https://other.example/about'),
  ]
  const { site } = testSite({ locales: { pl: { ...smallSite(), menus }, en: { ...smallSite(), menus } } })
  const entries = resolveSiteMenu(site, 'en', 'main')
  type Marked = { name: string; isCurrent: boolean; isActive: boolean; children: Marked[] }
  const marked = (all: Marked[]): string[] =>
    all.flatMap(({ name, isCurrent, isActive, children }) => [
      ...(isActive ? [isCurrent ? `on ${name}` : `above ${name}`] : []),
      ...marked(children),
    ])
  const marksOn = (path: string) => marked(markMenu(entries, markKey(entries, path, 'en')))
  expect(marksOn('/about/team/lead')).toEqual(['above 1', 'above 2', 'on 3'])
  expect(marksOn('/about/team/lead/x')).toEqual(['above 1', 'above 2', 'above 3'])
  expect(marksOn('/about')).toEqual(['on 1'])
  expect(marksOn('/en/about')).toEqual(['above 4', 'on 5'])
  expect(marksOn('/en/other')).toEqual([]) // the home is above every page, but is not marked
  expect(marksOn('/other')).toEqual([])
  const [first, , last] = markMenu(entries, markKey(entries, '/about/team', 'en'))
  expect(first).toMatchObject({
    href: '/about',
    marks: '[0,false,[[0,true,[]]]]',
    children: [{ marks: '[0,true,[]]' }, {}],
  })
  expect(first).not.toHaveProperty('addressKey')
  expect(last).toEqual({
    ...{ id: '6', name: '6', href: 'https://other.example/about', children: [] },
    ...{ isCurrent: false, isActive: false, marks: '' },
  })
})

it('A bad link is reported at any depth and in every group, but not a category with a page, slug or address', () => {
  const product_categories = [{ id: 7, name: 'Sensors', path: 'sensors', parentBranch: [] }]
  const nodes = [...(smallSite().nodes ?? []), node('/products/:slug', 'product_categories')]
  const lost = { type: 'Category', typeReferenceId: 8 }
  const menus = [
    {
      id: 1,
      name: 'Deep',
      group: 'main',
      children: [{ id: 2, name: 'In', children: [{ id: 3, name: 'Low', slug: '/gone' }] }],
    },
    { id: 4, name: 'Foot', group: 'footer', url: 'ftp://x' },
    { id: 5, name: 'Sensors', group: 'footer', type: 'Category', typeReferenceId: 7 },
    { id: 6, name: 'By slug', group: 'footer', slug: '/about', ...lost },
    { id: 7, name: 'By address', group: 'footer', url: '/about', ...lost },
  ]
  const { site } = testSite({ locales: { pl: { ...smallSite(), nodes, menus, product_categories } } })
  expect(menuFindings(site, 'pl').map(({ code, where }) => [code, where])).toEqual([
    ['link-dead', { locale: 'pl', item: 'Low', url: '/gone' }],
    ['link-unsafe', { locale: 'pl', item: 'Foot', url: 'ftp://x' }],
  ])
})
