import { expect, it } from 'vitest'
import type { Routing } from '#publish/routing.ts'
import { bothForms, encodeSource, lowerCaseSource, rulesOf, withoutPageFiles } from './rules.ts'

const routing = (redirects: Routing['redirects'], more: Partial<Routing> = {}) =>
  // Only the fields that are used.
  ({ redirects, pages: ['/', '/about', '/v1.2'], pageFiles: 'directory', ...more }) as Routing

it('redirects point to the final slash of pages if a host requires it, even for a page named like a file', () => {
  const targets = ['/', '/about', '/v1.2', '/price.pdf', 'https://example.fr/aide'].map((to) => ({ from: '/old', to }))
  const pathsOf = (form: 'bare' | 'slash', more: Partial<Routing> = {}) =>
    rulesOf(routing(targets, more), form).map(({ path }) => path)
  expect(pathsOf('slash')).toEqual(['/', '/about/', '/v1.2/', '/price.pdf', 'https://example.fr/aide/'])
  const bare = ['/', '/about', '/v1.2', '/price.pdf', 'https://example.fr/aide']
  expect([pathsOf('bare'), pathsOf('slash', { pageFiles: 'file' })]).toEqual([bare, bare])
})

it('no redirect leads from the file of a page to that page, and one to another page is reported', () => {
  const site = routing([
    { from: '/about/index.html', to: '/about' },
    { from: '/index.html', to: '/about' },
    { from: '/old', to: '/about' },
  ])
  const { rules, covered } = withoutPageFiles(rulesOf(site, 'slash'), site)
  expect([rules.map(({ from }) => from), covered]).toEqual([['/old'], ['/index.html']])
})

it('sources are spelled as browsers do, with and without final slash', () => {
  expect([bothForms('/'), bothForms('/a')]).toEqual([['/'], ['/a', '/a/']])
  expect([encodeSource('/100%25'), encodeSource('/\u017c')]).toEqual(['/100%2525', '/%C5%BC'])
  expect(encodeSource('/about ')).toBe('/about%20') // not the page `/about`
  expect([lowerCaseSource('/\u017c'), lowerCaseSource('/a')]).toEqual(['/%c5%bc', undefined])
})
