import { expect, it } from 'vitest'
import { nameOf, pathSegment } from './call.ts'

it.each([
  ['770077', '770077'],
  ['a/b', 'a%2Fb'],
  ['a?b#c', 'a%3Fb%23c'],
  ['50%', '50%25'],
  ['%2e%2e', '%252e%252e'],
  ['żółw 猫', '%C5%BC%C3%B3%C5%82w%20%E7%8C%AB'],
  ['...', '...'],
])('encodes "%s" as one segment', (key, segment) => {
  expect(pathSegment(key)).toBe(segment)
  expect(new URL(`http://host/api/posts/${segment}`).pathname).toBe(`/api/posts/${segment}`)
})

it.each(['', '.', '..', '\ud800'])('returns nothing for %j, which fits into no segment', (key) => {
  expect(pathSegment(key)).toBeUndefined()
})

it('names a call, and shortens a long name', () => {
  expect(nameOf({ path: '/posts/x', locale: 'de' })).toBe('GET /posts/x (de)')
  expect(nameOf({ path: `/${'x'.repeat(5000)}`, locale: 'de' })).toBe(`GET /${'x'.repeat(199)}… (de)`)
})
