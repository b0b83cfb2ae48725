import { expect, test } from 'vitest'
import { page, smallSite } from '#tests/fixtures/content.ts'
import { testSettings, testSite } from '#tests/fixtures/site.ts'
import { askAgain, type LookUp, packShown, parseQuestion, questionOf } from './look-ups.ts'

const { site } = testSite({ locales: { pl: smallSite() } })

test('A packed question can be asked again', () => {
  const question = questionOf('list', ['pl', 'posts', 1, null])
  expect(question).toBe('["list","pl","posts",1,null]')
  expect(askAgain(site, question)).toEqual(['2', '3'])
  expect(askAgain(site, questionOf('list', ['pl', 'posts', 0, 2]))).toEqual(['1', '2'])
  expect(askAgain(site, questionOf('list', ['pl', 'posts']))).toEqual(['1', '2', '3'])
  expect(askAgain(site, questionOf('document', ['pl', 'pages', '2']))).toMatchObject(page('2', 'About'))
  expect(askAgain(site, questionOf('slug', ['pl', '/about']))).toBe('/about')
})

test('An unknown look-up is reported, even if it has the name of an object method', () => {
  expect(() => parseQuestion('["nothing"]')).toThrow('There is no look-up "nothing".')
  expect(() => askAgain(site, '["toString"]')).toThrow('There is no look-up "toString".')
})

test('The time of the last edit is part only of a post on its own page', () => {
  const updatedAt = '2026-01-02T03:04:05Z'
  const [post] = smallSite().posts ?? []
  const content = { ...smallSite(), posts: [{ ...post, updatedAt }], pages: { 2: page('2', 'About', { updatedAt }) } }
  const { site } = testSite({ locales: { pl: content } })
  for (const question of [
    ['document', 'pl', 'pages', '2'],
    ['member', 'pl', 'posts', '1'],
  ] as const)
    expect(JSON.stringify(askAgain(site, JSON.stringify(question)))).toMatch(/^\{(?!.*updatedAt)/)
  expect(askAgain(site, questionOf('document', ['pl', 'posts', 'post-1']))).toMatchObject({ updatedAt })
})

test('The industry of a service and the country of a job offer are not part of list entries', () => {
  const service = { id: 1, slug: 'a', title: 'A', industry: 'transport', blocks: [] }
  const offer = { id: 1, slug: 'a', title: 'A', country: 'PL', blocks: [] }
  const { site } = testSite({ locales: { pl: { ...smallSite(), services: [service], job_offers: [offer] } } })
  expect(Object.keys(askAgain(site, questionOf('member', ['pl', 'services', '1'])) ?? {})).not.toContain('industry')
  expect(Object.keys(askAgain(site, questionOf('member', ['pl', 'job_offers', '1'])) ?? {})).not.toContain('country')
})

test('The categories beside one are the next ones, or the previous ones at the end', () => {
  const below = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, name: id, path: id, parentBranch: ['root'] }))
  const product_categories = [{ id: 'root', name: 'Root', path: 'root', parentBranch: [] }, ...below]
  const { site } = testSite({ locales: { pl: { ...smallSite(), product_categories } } })
  const beside = (id: string) => askAgain(site, questionOf('siblings', ['pl', id, 2]))
  expect([beside('a'), beside('c'), beside('e')]).toEqual([
    ['b', 'c'],
    ['b', 'd'],
    ['c', 'd'],
  ])
  expect(askAgain(site, questionOf('subcategories', ['pl', 'root']))).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(askAgain(site, questionOf('ancestors', ['pl', 'a']))).toEqual(['root'])
})

test('Categories of another parent are never beside one, and three of many are the nearest', () => {
  const of = (parent: string[], ...ids: string[]) =>
    ids.map((id) => ({ id, name: `Name of ${id}`, path: id, parentBranch: parent }))
  const ofX = [...of(['x'], 'a', 'b'), ...of(['x', 'a'], 'below a'), ...of(['x'], 'd', 'e', 'f', 'g')]
  const categories = [...of([], 'x', 'y'), ...of(['y'], 'c'), ...ofX]
  const { site } = testSite({ locales: { pl: { ...smallSite(), product_categories: categories } } })
  const beside = (id: string, count: number) => askAgain(site, questionOf('siblings', ['pl', id, count]))
  expect([beside('d', 4), beside('b', 2), beside('c', 2), beside('y', 2)]).toEqual([
    ...[['a', 'b', 'e', 'f'], ['a', 'd'], [], ['x']],
  ])
  expect(askAgain(site, questionOf('subcategories', ['pl', 'x']))).toEqual(['a', 'b', 'd', 'e', 'f', 'g'])
  expect(askAgain(site, questionOf('category', ['pl', 'a']))).toEqual({ name: 'Name of a' })
  for (const name of ['category', 'ancestors'] as const)
    expect(askAgain(site, questionOf(name, ['pl', 'lost']))).toEqual(name === 'category' ? undefined : [])
})

test('Questions about a page, a feed and the settings are answered from them', () => {
  const settings = testSettings({ regions: { en: 'GB' }, videoHosts: ['video.example'] })
  const { site } = testSite({ locales: { pl: smallSite(), en: smallSite() }, settings })
  const ask = (name: LookUp, ...args: unknown[]) => askAgain(site, questionOf(name, args))
  expect(ask('place', 'en/about/index.html')).toMatchObject({ href: '/en/about', locale: 'en' })
  expect([ask('place', 'lost.html'), ask('notFoundWords', 'lost.html')]).toEqual([undefined, []])
  expect(ask('notFoundWords', '404.html')).toMatchObject([{ locale: 'en', prefix: '/en/' }])
  expect(ask('feed', 'en')).toEqual({ href: '/en/feed.xml', title: 'Blog – Brand' })
  expect([ask('feed', 'de'), ask('role', 'en', 'blog')]).toEqual([undefined, '/en/blog'])
  expect([ask('fact', 'en', 'brand'), ask('languageTag', 'en'), ask('timeZone')]).toEqual([
    'Brand',
    'en-GB',
    'Europe/Warsaw',
  ])
  expect([ask('fact', 'en', 'origin'), ask('defaultLocale'), ask('videoHosts')]).toEqual([
    ...['https://www.example.com', 'pl', ['video.example']],
  ])
  expect([ask('themeColor'), ask('darkThemeColor')]).toEqual(['#123456', undefined])
  expect(ask('policy')).toContain('video.example')
  expect([ask('asset', 'site.css'), ask('asset', 'lost.css'), ask('code', 'a.ts')]).toEqual([true, false, undefined])
})

const shown = { src: '/assets/a.png', width: 3, height: 2 }
const pictures = { picture: (url: string) => (url === '/a.png' ? shown : undefined) }

test('The size of a picture is left out at any place if its file tells it', () => {
  const image = (url: string) => ({ url, alt: 'A', width: 9, height: 9 })
  const record = { title: 'A', blocks: [{ images: [image('/a.png'), image('/gone.png')] }] }
  expect(JSON.parse(packShown(pictures, record))).toEqual({
    title: 'A',
    blocks: [{ images: [{ url: '/a.png', alt: 'A' }, image('/gone.png')] }],
  })
  for (const name of ['width', 'height'])
    expect(packShown(pictures, { url: '/a.png', mime: 'image/png', [name]: 9 })).toBe(
      '{"url":"/a.png","mime":"image/png"}',
    )
})

test('Fields of an own block with these names are kept', () => {
  const plan = { url: '/a.png', width: 9 } // not a picture, which would have words or a type
  const record = { title: 'A', blocks: [{ type: 'own', updatedAt: 'in spring', plan }] }
  expect(JSON.parse(packShown(pictures, record))).toEqual(record)
})

test('A field that the schema of an own block transforms is kept in any form', () => {
  const made = (...tags: string[]) => ({ tags: new Set(tags), byName: new Map(tags.map((tag) => [tag, 1])) })
  expect(packShown(pictures, { blocks: [made('a', 'b')] })).not.toBe(packShown(pictures, { blocks: [made('a')] }))
  expect(packShown(pictures, { blocks: [made('a')] })).toContain('"tags":["a"],"byName":[["a",1]]')
})

test('Nothing is packed for a missing record', () => {
  expect(packShown(pictures, undefined)).toBe('')
})
