import { expect, it, vi } from 'vitest'
import { excerpt, readResults } from './read-results.ts'

const rules = { locale: 'en', prefix: '/en' }
const one = { title: 'A', content: 'Text', slug: '/a b/ż' }
const read = { title: 'A', text: 'Text', href: '/en/a%20b/%C5%BC' }

it.each([
  [[one], 1],
  [{ member: [one], totalItems: 7 }, 7],
  [{ 'hydra:member': [one], 'hydra:totalItems': 3 }, 3],
  [{ member: [one], totalItems: { toString: 1 } }, 1],
])('reads %j', (body, total) => {
  expect(readResults(body, rules)).toEqual({ results: [read], total })
})

it.each([undefined, null, 'x', {}, { member: 'x' }])('finds no collection in %j', (body) => {
  expect(readResults(body, rules)).toBeUndefined()
})

it.each([
  ['/', '/en', '/en'],
  ['/', '', '/'],
  ['/a?b#c', '', '/a%3Fb%23c'],
  ['/a\ud800b', '/en', '/en/a%EF%BF%BDb'],
  ['//evil.example', '', undefined],
  ['/\\evil.example', '', undefined],
  ['javascript:alert(1)', '/en', undefined],
  ['evil', '/en', undefined],
])('links the slug %s below "%s" to %s', (slug, prefix, href) => {
  expect(readResults([{ slug }], { locale: 'en', prefix })?.results[0]?.href).toBe(href)
})

it('shows the slug of a result without a title', () => {
  const untitled = [{ slug: '/a', title: ' ' }, { slug: '/b' }, { slug: '/c', title: '\u200b' }]
  expect(readResults(untitled, rules)?.results.map(({ title }) => title)).toEqual(['/a', '/b', '/c'])
})

it('cuts an excerpt after 320 characters, as people count them', () => {
  expect(excerpt('a'.repeat(320), 'en')).toBe('a'.repeat(320))
  expect(excerpt('a'.repeat(321), 'en')).toBe(`${'a'.repeat(320)}...`)
  expect(excerpt('e\u0301'.repeat(321), 'fr')).toBe(`${'e\u0301'.repeat(320)}...`)
  expect(excerpt(`${'a'.repeat(319)}   b`, 'en')).toBe(`${'a'.repeat(319)}...`)
})

it('creates one segmenter for all results', () => {
  const made = vi.spyOn(Intl, 'Segmenter')
  readResults(
    Array.from({ length: 3 }, () => ({ content: 'a'.repeat(400) })),
    rules,
  )
  expect(made.mock.calls.length).toBeLessThan(2) // 0 if an earlier test has made it
  made.mockRestore()
})
