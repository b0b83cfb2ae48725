import { expect, it } from 'vitest'
import type { KnownPage } from '#renderer/reads/known-build.ts'
import { contentKeyOf, findCurrentAddress } from './current-address.ts'
import type { Route } from './route.ts'

const own = 'https://www.one.example'
const route = (path: string, nodeReference: string, more: object = {}) =>
  ({ locale: 'de', origin: own, path, page: 1, node: { nodeReference }, ...more }) as Route // the fields that are used

it('finds a page by its content, even at another origin, and always at its original address', () => {
  const before = [route('/alt', '7'), route('/weg', '8'), route('/z\u0307', 'posts', { memberId: '9' })]
  const pages = new Map(
    // The fields that are used.
    before.map((one) => [one.path, { href: encodeURI(one.path), contentKey: contentKeyOf(one) } as KnownPage] as const),
  )
  const now = [
    route('/neu', '7', { origin: 'https://www.two.example', node: { nodeReference: '7', nodeType: 'faq' } }),
    route('/post', 'posts', { memberId: '9' }),
    route('/post-again', 'posts', { memberId: '9', canonical: '/post' }),
    route('/neu/page/2', '7', { page: 2 }),
    route('/other', '8', { locale: 'pl' }),
  ]
  const currentAddressOf = findCurrentAddress({ pages }, now, { origin: own })
  expect(['/alt', '/weg', '/\u017c', '/unknown'].map(currentAddressOf)).toEqual([
    'https://www.two.example/neu',
    null,
    '/post',
    undefined,
  ])
})
