import { expect, it } from 'vitest'
import { nextOf } from './collection.ts'

it.each([
  ['/api/posts?page=2', 'https://www.example.com/api/posts?page=2'],
  ['https://elsewhere.example/api/posts?page=2', undefined], // the token of the visitor must not go there
  ['//elsewhere.example/api', undefined],
  [2, undefined],
  [undefined, undefined],
])('the next page %j is at %s', (next, address) => {
  for (const body of [{ view: { next } }, { 'hydra:view': { 'hydra:next': next } }])
    expect(nextOf(body, 'https://www.example.com/api/posts?page=1')).toBe(address)
})

it.each([
  ['?locale=en&page=9', [{}], '?locale=en&page=10'],
  ['?locale=en&page=9', [], undefined],
  ['?locale=en', [{}], undefined],
])('the page after %s with the bare list %j is at %s', (query, body, next) => {
  const base = 'https://www.example.com/api/posts'
  expect(nextOf(body, `${base}${query}`)).toBe(next && `${base}${next}`)
})
