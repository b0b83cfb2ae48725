import { expect, it } from 'vitest'
import { addressOf } from '#content/client/call.ts'
import { openVisit } from '#tests/fixtures/visit.ts'
import { askCall, endpointOf } from './visit.ts'

it('sends requests to the address of a build, with locale and token, and anonymous ones without the token', async () => {
  await using visited = await openVisit(() => ({ body: {} }), { token: 'secret' })
  const { visit, requests } = visited
  await askCall(visit, { path: '/posts', locale: 'pl', query: { page: '1' } })
  await askCall(visit, { path: '/posts', locale: 'pl', isAnonymous: true, method: 'OPTIONS', headers: { origin: 'x' } })
  expect(requests).toMatchObject([
    { method: 'GET', path: '/posts', headers: { authorization: 'Bearer secret', 'accept-locale': 'pl' } },
    { method: 'OPTIONS', path: '/posts', headers: { origin: 'x', 'accept-locale': 'pl' } },
  ])
  expect(requests[0]?.headers.accept).toBe('application/ld+json, application/json;q=0.9')
  expect(requests[0]?.query.toString()).toBe('page=1&locale=pl')
  expect(requests[1]?.headers).not.toHaveProperty('authorization')
})

it('requests product categories from their service, without the token of the other', async () => {
  await using shop = await openVisit(() => ({ body: {} }))
  await using visited = await openVisit(() => undefined, { token: 'secret', commerce: new URL(`${shop.origin}/shop/`) })
  const call = { path: '/product_categories', locale: 'pl', commerce: true }
  expect(addressOf(call, visited.visit).href).toBe(`${shop.origin}/shop/product_categories?locale=pl`)
  await askCall(visited.visit, call)
  expect(shop.requests).toHaveLength(1)
  expect(shop.requests[0]?.headers).not.toHaveProperty('authorization')
})

it.each([
  ['/posts', '/posts'],
  ['/posts/a-post', '/posts/{slug}'],
  ['/pages/4', '/pages/{id}'],
])('names the endpoint of %s %s', (path, name) => {
  expect(endpointOf({ path, locale: 'pl' })).toBe(name)
})
