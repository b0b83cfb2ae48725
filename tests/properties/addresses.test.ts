import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  locationOf,
  parseTarget,
  plainPath,
  sourceProblem,
  targetProblem,
  writeTarget,
} from '#publish/redirects/redirect-address.ts'
import { decodePath, withoutFinalSlash } from '#publish/redirects/request-path.ts'
import { addressKey, fileOf, hrefOf, localePath, slugProblem } from '#renderer/plan/address.ts'
import { runs } from './runs.ts'

const origin = 'https://www.example.com'
const parts = [
  '/',
  '//',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '%2f',
  '%5c',
  '%00',
  '%',
  '%c5%bc',
  '%25',
  '%41',
  '\\',
  '?',
  '#',
  ' ',
  'ż',
  'É',
  'e\u0301',
]
const oddParts = [
  '\u0000',
  '\n',
  '\u0085',
  '\u2028',
  '\u202e',
  '\ud83d',
  '🚚',
  'index.html',
  'INDEX.HTML',
  ':slug',
  '*',
  '&',
  '"',
  "'",
  '<',
  '~',
  'a',
  'b',
  'con',
  'http:',
  '@',
  ';',
  '+',
  '$1',
]
const text = fc.oneof(
  fc.array(fc.constantFrom(...parts, ...oddParts), { maxLength: 12 }).map((all) => `/${all.join('')}`),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }).map((path) => `/${path}`),
)

it('an accepted slug has a file in the export, and an address of this origin that belongs to it alone', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('pl', 'en'), fc.constantFrom('directory', 'file'), (slug, locale, pageFiles) => {
      fc.pre(slugProblem(slug, pageFiles) === undefined)
      const path = localePath(withoutFinalSlash(slug), locale, 'pl')
      const url = new URL(hrefOf(path), `${origin}/x/y`)
      expect(url.origin).toBe(origin)
      expect([url.pathname, url.search, url.hash]).toEqual([hrefOf(path), '', ''])
      expect(decodePath(url.pathname)).toBe(path)
      const file = fileOf(path, pageFiles)
      const place = resolve('/export', file)
      expect(place).toBe(join('/export', file))
      expect(place.startsWith('/export/')).toBe(true)
      expect(Math.max(...file.split('/').map((segment) => Buffer.byteLength(segment)))).toBeLessThanOrEqual(255)
    }),
    runs(4000),
  )
})

it('spellings that a visitor considers one address have one key', () => {
  fc.assert(
    fc.property(text, (slug) => {
      fc.pre(slugProblem(slug, 'directory') === undefined && !slug.includes('%'))
      const path = withoutFinalSlash(slug)
      const key = addressKey(path)
      const spellings = [
        hrefOf(path),
        path.normalize('NFD'),
        path.normalize('NFC'),
        key,
        ...(path === '/' ? [] : [`${path}/`]),
      ]
      for (const spelling of spellings) expect(addressKey(spelling), spelling).toBe(key)
    }),
    runs(4000),
  )
})

it('an accepted redirect starts at one path and points to one place of the site', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom('', '?q=1', '?q=%C5%BC&r'), (from, to, search) => {
      fc.pre(sourceProblem(from) === undefined && targetProblem(to) === undefined)
      const source = plainPath(from)
      expect(source.startsWith('/') && !source.startsWith('//')).toBe(true)
      const target = parseTarget(to)
      const written = writeTarget(target)
      // A decoded "%" is an ordinary character, so a path with one can only be decoded once.
      if (!/%25/.test(to)) expect(parseTarget(written)).toEqual(target)
      const url = new URL(locationOf(written, search), `${origin}/x/y`)
      expect(url.origin).toBe(origin)
      expect(decodePath(url.pathname)).toBe(target.path)
      expect(url.search).toBe(
        target.query === '' || target.query === '?' ? search : new URL(target.query, origin).search,
      )
    }),
    runs(4000),
  )
})

it('the path of a request is decoded to one inside the site, or to none', () => {
  fc.assert(
    fc.property(text, (asked) => {
      const path = decodePath(asked)
      if (!path?.startsWith('/')) return
      expect(resolve('/export', `.${path}`).startsWith('/export')).toBe(true)
      expect(path.split('/')).not.toContain('..')
      expect(path).not.toContain('\0')
    }),
    runs(4000),
  )
})
