import { expect, it } from 'vitest'
import type { Finding } from '#content/finding.ts'
import { linkFinding } from '#renderer/site/resolve-link.ts'
import { causesFirst, withoutConsequences } from './causes-first.ts'

const origin = 'https://www.example.com'
const dead = (url: string): Finding => linkFinding(url, 'link-dead', { locale: 'en', path: '/en' })
const failedRead = (url: string): Finding => ({
  code: 'service-error',
  message: 'It failed.',
  where: { locale: 'en', url },
  failure: { kind: '503', attempts: 4 },
})
const unrendered = (path: string): Finding => ({
  code: 'sitemap-unrendered',
  message: 'It lacks.',
  where: { locale: 'en', path },
})
const lost = { origin, routes: [{ locale: 'en', slug: '/żółć', path: '/en/żółć' }] }

it('leaves out links to a page that could not be read, in any spelling', () => {
  const follows = ['/en/żółć', '/en/%C5%BC%C3%B3%C5%82%C4%87/', '/en/żółć?a=1#b', `${origin}/en/żółć`].map(dead)
  const own = ['/en/other', '/żółć', 'https://other.example.com/en/żółć'].map(dead)
  const entries = [unrendered('/żółć'), unrendered('/gone')]
  expect(withoutConsequences([...follows, ...own, ...entries], [failedRead('/pages/7')], lost)).toEqual([
    ...own,
    unrendered('/gone'),
  ])
})

it('does not report that an outdated page is missing in the search list', () => {
  const of = (code: 'content-outdated' | 'sitemap-unlisted', path: string): Finding => ({
    code,
    message: 'It is old.',
    where: { locale: 'en', path },
  })
  const old = of('content-outdated', '/en/old')
  const unlisted = ['/en/old', '/en/other'].map((path) => of('sitemap-unlisted', path))
  expect(withoutConsequences([old, ...unlisted], [], lost)).toEqual([old, unlisted[1]])
})

it('reports no dead link when a whole list could not be read', () => {
  const unsafe = linkFinding('javascript:1', 'link-unsafe', { locale: 'en', path: '/en' })
  const category: Finding = { code: 'menu-category', message: 'It leads nowhere.', where: { locale: 'en' } }
  const warnings = [dead('/en/other'), unsafe, category]
  expect(withoutConsequences(warnings, [failedRead('/sitemap_nodes')], { origin, routes: [] })).toEqual([unsafe])
  expect(withoutConsequences([category], [failedRead('/pages/7')], lost)).toEqual([category])
})

it('reports no missing list when the service is down, or a file of its locale is broken', () => {
  const listing: Finding = { code: 'listing-missing', message: 'It lacks.', where: { locale: 'en', url: '/search' } }
  const down: Finding = { code: 'service-unreachable', message: 'It is down.' }
  expect(withoutConsequences([listing], [down], lost)).toEqual([])
  expect(withoutConsequences([listing], [failedRead('/pages/7')], lost)).toEqual([listing])
  const broken = (locale: string): Finding => ({ code: 'file-invalid', message: 'It breaks.', where: { locale } })
  expect(withoutConsequences([listing], [broken('en')], lost)).toEqual([])
  expect(withoutConsequences([listing], [broken('de')], lost)).toEqual([listing])
})

it('reports no consequences of a list with an invalid shape or an invalid member', () => {
  const lacking = (code: Finding['code']): Finding => ({ code, message: 'It lacks.', where: { locale: 'en' } })
  const lacks = [lacking('home-missing'), lacking('login-missing')]
  const follows = [dead('/en/other'), unrendered('/gone'), ...lacks]
  const wrong = (url: string, code: Finding['code'] = 'field-invalid'): Finding => ({
    code,
    message: 'It is wrong.',
    where: { locale: 'en', url },
  })
  const reported = (error: Finding): Finding[] => withoutConsequences(follows, [error], { origin, routes: [] })
  expect(reported(wrong('/sitemap_nodes'))).toEqual([])
  expect(reported(wrong('/posts'))).toEqual(lacks)
  expect(reported(wrong('/posts', 'document-too-large'))).toEqual(lacks)
  for (const url of ['/pages/7', '/menus', '/contact_people']) expect(reported(wrong(url))).toEqual(follows)
  const vanished: Finding = { code: 'address-vanished', message: 'It is gone.' }
  expect(causesFirst([vanished, wrong('/posts')])).toEqual([wrong('/posts'), vanished])
})

it('reports no missing list when the nodes of its locale cannot be read, even in another family', () => {
  const listing: Finding = { code: 'listing-missing', message: 'It lacks.', where: { locale: 'en', url: '/search' } }
  const nodes = failedRead('/sitemap_nodes')
  expect(withoutConsequences([listing], [nodes], lost)).toEqual([])
  expect(withoutConsequences([listing, nodes], [], lost)).toEqual([nodes])
  const wrong: Finding = {
    code: 'field-invalid',
    message: 'It is wrong.',
    where: { locale: 'en', url: '/sitemap_nodes' },
  }
  expect(withoutConsequences([listing], [wrong], lost)).toEqual([listing])
})

it('reports errors of reading first, and before them that the service is down', () => {
  const other: Finding = { code: 'address-vanished', message: 'It is gone.' }
  const down: Finding = { code: 'service-unreachable', message: 'It is down.' }
  expect(causesFirst([other, failedRead('/pages/1'), down, failedRead('/pages/0')])).toEqual([
    down,
    failedRead('/pages/1'),
    failedRead('/pages/0'),
    other,
  ])
})

it('leaves out lists that failed before their service was given up', () => {
  const down: Finding = { code: 'service-unreachable', message: 'It is down: 19 × 503.' }
  const given = failedRead('/menus')
  const broken = { ...failedRead('/posts'), failure: { kind: '500', attempts: 1 } }
  expect(causesFirst([given, broken, down])).toEqual([down, broken])
  expect(causesFirst([given, broken])).toEqual([given, broken])
})

it('reports no dead link and no search entry when a node gets no address', () => {
  const wrong: Finding = { code: 'slug-invalid', message: 'It is wrong.', where: { locale: 'en', node: '/x#y' } }
  const follows = [dead('/en/x'), unrendered('/x#y')]
  expect(withoutConsequences(follows, [wrong], { origin, routes: [] })).toEqual([])
  expect(withoutConsequences([...follows, wrong], [], { origin, routes: [] })).toEqual([...follows, wrong])
})
