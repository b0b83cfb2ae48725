import { expect, test } from 'vitest'
import { page, smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { askAgain, groups, lookUps, parseQuestion, questionOf, traitsOf } from './look-ups.ts'

const { site } = testSite({ locales: { pl: smallSite() } })

test('A question is asked again as it was asked', () => {
  const question = questionOf('list', ['pl', 'posts', 1, null, '3'])
  expect(question).toBe('["list","pl","posts",1,null,"3"]')
  expect(askAgain(site, question)).toEqual(['2'])
  expect(askAgain(site, questionOf('list', ['pl', 'posts']))).toEqual(['1', '2', '3'])
  expect(askAgain(site, questionOf('document', ['pl', 'pages', '2']))).toMatchObject(page('2', 'About'))
  expect(askAgain(site, questionOf('slug', ['pl', '/about']))).toBe('/about')
})

test('What is no question is told, also what every object has', () => {
  expect(() => parseQuestion('["nothing"]')).toThrow('There is no look-up "nothing".')
  expect(() => askAgain(site, '["toString"]')).toThrow('There is no look-up "toString".')
})

test('Every look-up has its group, and what is read in parts is an object or a list', () => {
  for (const { group } of Object.values(lookUps)) expect(groups).toContain(group)
  expect(Object.keys(lookUps).filter((name) => traitsOf(name as keyof typeof lookUps).inParts)).toEqual([
    ...['document', 'place', 'member', 'category', 'menu', 'facts'],
  ])
})

test('The categories beside one are those next to it, and at the end of the row those before it', () => {
  const categories = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, name: id, path: id, parentBranch: ['root'] }))
  const { site } = testSite({ locales: { pl: { ...smallSite(), product_categories: categories } } })
  const beside = (id: string) => askAgain(site, questionOf('siblings', ['pl', id, 2]))
  expect([beside('a'), beside('c'), beside('e')]).toEqual([
    ['b', 'c'],
    ['b', 'd'],
    ['c', 'd'],
  ])
  expect(askAgain(site, questionOf('subcategories', ['pl', 'root']))).toEqual(['a', 'b', 'c', 'd', 'e'])
})
