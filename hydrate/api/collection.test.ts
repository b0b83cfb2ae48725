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
