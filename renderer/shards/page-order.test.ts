import { expect, test } from 'vitest'
import type { Route } from '#renderer/plan/route.ts'
import { orderOf, ownPages, pagesInOrder } from './page-order.ts'

const routeOf = (locale: string, file: string) => ({ locale, file }) as Route // all that is looked at
const pl = ['a', 'b', 'c'].map((file) => routeOf('pl', file))
const en = ['a', 'b'].map((file) => routeOf('en', file))
const lost = routeOf('pl', 'lost')
const [a, b, c] = pl
const contents = new Map([
  ['pl', { routes: pl }],
  ['en', { routes: en }],
  ['de', { routes: [] }],
])
const planned = [lost, a, ...en, b, c].filter((route) => route !== undefined)

test('Pages come again in the order in which they were planned, lost ones among them', () => {
  const order = orderOf({ planned, own: pl, contents })
  expect(pagesInOrder(order, contents)).toEqual({ planned, own: pl })
  const both = [a, ...en, b, c].filter((route) => route !== undefined)
  expect(pagesInOrder(orderOf({ planned, own: both, contents }), contents).own).toEqual(both)
})

test('Wanted pages are taken of their locales alone', () => {
  const order = orderOf({ planned, own: planned.slice(1), contents })
  const asked = new Set<string>()
  const asking = { get: (locale: string) => asked.add(locale) && contents.get(locale) } as typeof contents
  expect(ownPages(order, asking, (at) => at === 0 || at === 4)).toEqual([a, c])
  expect([...asked]).toEqual(['pl'])
  expect(ownPages(orderOf({ planned, own: en, contents }), contents, () => true)).toEqual(en)
})
