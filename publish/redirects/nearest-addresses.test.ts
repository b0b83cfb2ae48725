import { expect, it } from 'vitest'
import { findNearest } from './nearest-addresses.ts'

const nearest = (gone: string, ...addresses: string[]) => findNearest(addresses)(gone)

it('finds those with the most similar words, best first, and leaves out dissimilar ones', () => {
  const found = nearest('/blog/winter-tyres', '/blog/summer-tyres', '/blog/winter-tyre-check', '/contact', '/blog')
  expect(found).toEqual(['/blog/winter-tyre-check', '/blog/summer-tyres'])
})

it.each([
  ['/en/newsletter', '/en/blog/geofences-fewer-alarms-better-ones'],
  ['/en/impressum', '/en/blog/tyre-pressure-and-fuel'],
  ['/kariera', '/produkty/kamery'],
  ['/en/careers', '/en/company/references'],
])('suggests nothing for %s when %s is nearest', (gone, address) => {
  expect(nearest(gone, address, '/en')).toEqual([])
})

it.each([
  ['/abuot', '/about'],
  ['/o-firmie', '/firma'],
  ['/en/kontakt', '/en/contact'],
  ['/blog/save-fuel', '/guides/save-fuel'],
  ['/blog/save-fuel', '/blog/how-to-save-fuel'],
])('finds for %s the page %s', (gone, address) => {
  expect(nearest(gone, address, '/en')).toEqual([address])
})

it('returns as many as requested, equally similar ones in alphabetical order', () => {
  const addresses = ['/help-c', '/help-a', '/help-d', '/help-b']
  expect(findNearest(addresses)('/help')).toEqual(['/help-a', '/help-b', '/help-c'])
  expect(findNearest(addresses)('/help', 1)).toEqual(['/help-a'])
})

it('ignores diacritics and case', () => {
  expect(nearest('/\u017c\u00f3\u0142w', '/ZO\u0141W', '/x')).toEqual(['/ZO\u0141W'])
  expect(nearest('/jazn', '/jazn-2', '/ja\u017a\u0144')).toEqual(['/ja\u017a\u0144', '/jazn-2'])
})

it('prefers the same language', () => {
  expect(nearest('/de/preise', '/preise', '/de/preis')).toEqual(['/de/preis', '/preise'])
})

it('never returns the address itself, nor one without a letter in common', () => {
  expect(nearest('/about', '/about', '/about-us')).toEqual(['/about-us'])
  expect(nearest('/%', '/', '/100%', '/!')).toEqual([])
})
