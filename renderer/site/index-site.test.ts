import { expect, test } from 'vitest'
import { compareAnswers } from '#renderer/reads/compare-answers.ts'
import { answersOf } from '#renderer/reads/look-ups.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { alternatesOf } from './alternates.ts'
import { indexSite } from './index-site.ts'
import { languageLinks } from './language-links.ts'
import { lazyFields } from './lazy-fields.ts'
import { type LocaleData, localeFields } from './site.ts'

const small = smallSite()
const stray = { ...small, nodes: [...(small.nodes ?? []), node('/en/stray', '1')] }
const hidden = { ...small, pages: { ...small.pages, 1: page('1', 'Hidden', { noindex: true }) } }
const { data, site, routeAt } = testSite({ locales: { pl: stray, en: small, de: hidden } })
const { origin } = data.family

/** The site, of which these locales cannot be read. */
function without(...locales: string[]) {
  const unread = (locale: string) =>
    lazyFields<LocaleData>(localeFields, () => {
      throw new Error(`${locale} was read`)
    })
  const contents = new Map(data.contents)
  for (const locale of locales) contents.set(locale, unread(locale))
  return indexSite({ ...data, contents }, site.documents)
}

test('Pages of a locale are found, linked and named in other languages with nothing read of these', () => {
  const lone = without('pl', 'de')
  const about = routeAt('/en/about')
  expect(lone.routeAt(origin, '/EN/about/')).toBe(about)
  expect(lone.routeOf(about.file)).toBe(about)
  expect([lone.isKnownPath('/en/about'), lone.isKnownPath('/en/nowhere')]).toEqual([true, false])
  expect(languageLinks(lone, about)).toEqual(languageLinks(site, about))
  expect(languageLinks(lone, about).map(({ href }) => href)).toEqual(['/about', '/en/about', '/de/about'])
  expect(alternatesOf(lone, about).map(({ hreflang }) => hreflang)).toEqual(['pl', 'en', 'de', 'x-default'])
  expect(() => lone.routeAt(origin, '/de/about')).toThrow('de was read')
})

test('Of a place that changed it is told early whether it may be indexed, before the pages in other languages', () => {
  const answers = answersOf(site)
  const printed = (path: string) => JSON.stringify(answers('place', [routeAt(path).file]))
  const changed = compareAnswers(printed('/en'), printed('/de')).map(({ path }) => path)
  expect(changed.slice(0, 4)).toEqual(['locale', 'href', 'isIndexable', 'alternates'])
})

test('Search engines are told of no translation that they should not list', () => {
  const home = routeAt('/en')
  expect(languageLinks(site, home).map(({ href }) => href)).toEqual(['/', '/en', '/de'])
  const told = alternatesOf(site, home).map(({ hreflang }) => hreflang)
  expect(told).toEqual(['pl', 'en', 'x-default'])
  expect(alternatesOf(site, routeAt('/de'))).toEqual([])
})

test('A further page of a list leads to the list in a language whose list is shorter', () => {
  const locales = { pl: smallSite({ perPage: 1 }), en: smallSite({ perPage: 2 }), de: { nodes: [node('/', 1)] } }
  const { site, routeAt } = testSite({ locales })
  const linksAt = (path: string) => languageLinks(site, routeAt(path)).map(({ href }) => href)
  expect(linksAt('/blog/page/2')).toEqual(['/blog/page/2', '/en/blog/page/2', '/de'])
  expect(linksAt('/blog/page/3')).toEqual(['/blog/page/3', '/en/blog', '/de'])
})

test('A page of the default locale whose address begins with the prefix of another is found', () => {
  const { file } = routeAt('/en/stray')
  expect([site.routeAt(origin, '/en/stray')?.locale, site.routeOf(file)?.locale]).toEqual(['pl', 'pl'])
  expect([site.slugHref('pl', '/en/stray'), site.isKnownPath('/en/stray')]).toEqual(['/en/stray', true])
})
