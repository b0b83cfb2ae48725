import { expect, it } from 'vitest'
import type { Route } from '#renderer/plan/route.ts'
import { leftAddress } from './describe-page.ts'

const at = (path: string) => ({ path }) as Route
const left = (more: object = {}, moved: object = {}) =>
  leftAddress({
    ...{ route: at('/new'), publishedRoute: at('/old'), hasAddress: true, ...more },
    assembled: { moved: { redirects: [], gone: [], ...moved } },
  })

it('names the address that a draft leaves, unless the redirects already answer it', () => {
  expect(left()).toEqual({ from: '/old', to: '/new' })
  expect(left({}, { redirects: [{ from: '/old', to: '/other' }] })).toBeUndefined()
  expect(left({}, { gone: ['/old'] })).toBeUndefined()
})

it('names no address of a draft that stays, is new or will have no address', () => {
  for (const more of [{ route: at('/old') }, { publishedRoute: undefined }, { hasAddress: false }])
    expect(left(more)).toBeUndefined()
})
