import { expect, it } from 'vitest'
import { localeGaps } from './locale-gaps.ts'

const home = { slug: '/', nodeType: 'root', nodeReference: '1' }
const hidden = { slug: '/crew/:slug', nodeType: 'pattern', nodeReference: 'hidden_pages' }
const login = { slug: '/crew-login', nodeType: 'login', nodeReference: '2' }

it.each([
  ['hidden pages and a login', [home, hidden, login], []],
  ['neither', [home], []],
  ['no home', [{ ...home, slug: '/about' }], ['home-missing']],
  ['a home with the prefix of the locale, which is told by itself', [{ ...home, slug: '/en' }], []],
  ['hidden pages that nobody can log in to', [home, hidden], ['login-missing']],
])('a locale with %s', (_, nodes, codes) => {
  expect(localeGaps('en', { nodes, menus: [{}] }).map(({ code }) => code)).toEqual(codes)
})
