import { expect, it } from 'vitest'
import { addressKey, fileOf, hrefOf, localePath, slugProblem } from './address.ts'

const longest = 'a'.repeat(255)

it.each([
  '/',
  '/help',
  '/help/',
  '/żółw/日本',
  '/a b',
  '/100%',
  '/100%25',
  '/a%2Fb',
  '/...',
  '/.well',
  '/emoji/🚚',
  `/${longest}`,
  `/${'ż'.repeat(127)}`,
  '/a:b',
])('accepts the slug %j', (slug) => {
  expect(slugProblem(slug, 'directory')).toBeUndefined()
})

it.each([
  ['', 'it does not start with "/"'],
  ['help', 'it does not start with "/"'],
  ['https://evil.example/', 'it does not start with "/"'],
  ['//evil.example', 'it has an empty segment'],
  ['//', 'it has an empty segment'],
  ['/a//b', 'it has an empty segment'],
  ['/a//', 'it has an empty segment'],
  ['/%2Fevil.example', 'it has an empty segment'],
  ['/..', 'it has the segment ".."'],
  ['/a/../b', 'it has the segment ".."'],
  ['/a/./b', 'it has the segment "."'],
  ['/%2e%2e/b', 'it has the segment ".."'],
  ['/.%2E', 'it has the segment ".."'],
  ['/..%2f..%2fetc', 'it has the segment ".."'],
  ['/100%/..%2fb', 'it has the segment ".."'],
  ['/a\0', 'it contains a control character, "\\", "?" or "#"'],
  ['/a%00', 'it contains a control character, "\\", "?" or "#"'],
  ['/a\nb', 'it contains a control character, "\\", "?" or "#"'],
  ['/a\u0085', 'it contains a control character, "\\", "?" or "#"'],
  ['/a\\b', 'it contains a control character, "\\", "?" or "#"'],
  ['/a%5Cb', 'it contains a control character, "\\", "?" or "#"'],
  ['/a?b', 'it contains a control character, "\\", "?" or "#"'],
  ['/a#b', 'it contains a control character, "\\", "?" or "#"'],
  ['/a\ud800', 'it contains half a character (a lone surrogate)'],
  [`/${longest}a`, 'a segment is longer than 255 bytes'],
  [`/${'ż'.repeat(128)}`, 'a segment is longer than 255 bytes'],
  [`${`/${'a'.repeat(199)}`.repeat(11)}`, 'it is longer than 2000 bytes'],
  ['/a/index.html', 'the segment "index.html" is the file of another address'],
  ['/a/INDEX.html', 'the segment "index.html" is the file of another address'],
  ['/a/index.html.br', 'the segment "index.html.br" is the file of another address'],
])('refuses the slug %j', (slug, problem) => {
  expect(slugProblem(slug, 'directory')).toBe(problem)
})

it('reserves room for ".html" when pages are files', () => {
  expect(slugProblem(`/${'a'.repeat(250)}`, 'file')).toBeUndefined()
  expect(slugProblem(`/${'a'.repeat(251)}`, 'file')).toBe('its last segment with ".html" is longer than 255 bytes')
  expect(slugProblem(`/${longest}/b`, 'file')).toBeUndefined()
})

it.each([
  ['/Help', '/help'],
  ['/help/', '/help'],
  ['/caf%C3%A9', '/café'],
  ['/cafe\u0301', '/café'],
  ['/100%/caf%c3%a9', '/100%/café'],
  ['/%E0%A4', '/%e0%a4'],
  ['/50%25-off', '/50%2525-off'],
  ['/caf%25C3%25A9', '/café'],
])('treats %j and %j as one address', (one, other) => {
  expect(addressKey(one)).toBe(addressKey(other))
})

it.each([
  ['/', '/help'],
  ['/help', '/help/me'],
  ['/cafe', '/café'],
])('distinguishes %j from %j', (one, other) => {
  expect(addressKey(one)).not.toBe(addressKey(other))
})

it.each([
  ['/', '/'],
  ['/żółw', '/%C5%BC%C3%B3%C5%82w'],
  ['/100%', '/100%25'],
  ['/a b/c&d', '/a%20b/c%26d'],
  ["/it's/(so)!*", '/it%27s/%28so%29%21%2A'],
])('encodes %j as %j', (path, href) => {
  expect(hrefOf(path)).toBe(href)
})

it.each([
  ['/', 'pl', '/'],
  ['/help/', 'pl', '/help'],
  ['/', 'en', '/en'],
  ['/help/', 'en', '/en/help'],
])('puts the slug %j of "%s" at %j', (slug, locale, path) => {
  expect(localePath(slug, locale, 'pl')).toBe(path)
  if (slug !== '/') expect(localePath(slug.slice(1), locale, 'pl')).toBe(path)
})

it.each([
  ['/', 'directory', 'index.html'],
  ['/en', 'directory', 'en/index.html'],
  ['/', 'file', 'index.html'],
  ['/en', 'file', 'en.html'],
  ['/en/help', 'file', 'en/help.html'],
] as const)('writes %j (%s) to %j', (path, pageFiles, file) => {
  expect(fileOf(path, pageFiles)).toBe(file)
})
