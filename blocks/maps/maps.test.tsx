import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Reader } from '#blocks/_shared/reader.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { Maps } from './maps.tsx'

const poznan = { name: 'Poznań office', lat: 52.4064, lng: 16.9252, address: 'ul. Kilometrowa 7' }
const nowhere = { name: 'Nowhere', lat: 200, lng: 0, address: undefined }
const block = { id: '1', type: 'maps', headline: 'Offices', zoom: 6, markers: [poznan, nowhere] } as const

const render = (...markers: (typeof poznan | typeof nowhere)[]) =>
  renderToStaticMarkup(<Maps block={{ ...block, markers }} reader={fakeReader()} />)

it('shows the name, address and coordinates of each place, and a link', () => {
  const markup = render(poznan)
  for (const words of ['Poznań office', 'ul. Kilometrowa 7', '52.4064° N, 16.9252° E']) expect(markup).toContain(words)
  expect(markup).toContain('https://www.openstreetmap.org/?mlat=52.4064&amp;mlon=16.9252#map=14/52.4064/16.9252')
  expect(markup.match(/class="maps__marker"/g)).toHaveLength(1)
  expect(markup).not.toContain('maps__route')
  expect(render(poznan, { ...poznan, lng: 17 })).toContain('maps__route')
})

it('lets long words of an address break in the list, which is narrower than a phone', () => {
  const reader = fakeReader({ words: (text, heading) => `${text} as ${heading ?? 'text'}` })
  const markup = renderToStaticMarkup(<Maps block={{ ...block, markers: [poznan] }} reader={reader} />)
  expect(markup).toContain('ul. Kilometrowa 7 as text')
})

it('shows only the name and address of a place that is not on the globe', () => {
  const alone = render({ ...nowhere, address: '1 Road' })
  for (const words of ['>Nowhere</h3>', '>1 Road</p>']) expect(alone).toContain(words)
  expect(alone).not.toMatch(/200°|<button|<a |<svg|maps__notice/)
  const second = render(nowhere, poznan)
  expect(second.match(/data-map-show/g)).toHaveLength(1)
  expect(second).toMatch(/<g class="maps__marker">.*>2<\/text>/)
  expect(render({ ...nowhere, name: ' ' })).toBe('')
})

it('draws a map despite an invalid zoom, because hidden pages are not validated', () => {
  const odd = { ...block, markers: [poznan], zoom: 'near' as unknown as number }
  expect(renderToStaticMarkup(<Maps block={odd} reader={fakeReader()} />)).not.toContain('NaN')
})

it('names a place without a name by its address, or else by its coordinates', () => {
  const nameless = { ...poznan, name: ' ' }
  const byAddress = render(nameless)
  expect(byAddress).toContain('<h3 class="maps__name">ul. Kilometrowa 7</h3><p class="maps__coordinates">')
  expect(byAddress).toContain('aria-label="Show on OpenStreetMap: ul. Kilometrowa 7"')
  const byCoordinates = render({ ...nameless, address: '' })
  expect(byCoordinates).toContain('<h3 class="maps__name">52.4064° N, 16.9252° E</h3><button')
})

it('draws a grid that extends beyond the drawing, without degrees that the edge would cut off', () => {
  const labels = [16, 17, 18, 19, 20].flatMap((lng) => {
    const markup = render({ ...poznan, lng }, { ...poznan, lng: 14 })
    expect(markup).toMatch(/<path d="M-960 \S+H1920">/)
    return [...markup.matchAll(/<path d="M(\S+) -540V1080"><\/path>(<text)?/g)]
  })
  expect(labels.filter(([, at, label]) => !label !== Number(at) >= 850)).toEqual([])
  expect(new Set(labels.map(([, , label]) => label)).size).toBe(2)
})

it.each([
  [1e9, 19],
  [-3, 0],
  [undefined, 14],
])('shows the zoom %s as %i', (zoom, shown) => {
  const markup = renderToStaticMarkup(<Maps block={{ ...block, zoom, markers: [poznan] }} reader={fakeReader()} />)
  expect(markup).toContain(`data-zoom="${shown}"`)
  expect(markup).toContain(`#map=${Math.max(shown, 14)}/`)
})

it('loads nothing from third parties', () => {
  const markup = renderToStaticMarkup(<Maps block={{ ...block, markers: [poznan] }} reader={fakeReader()} />)
  expect(markup).not.toMatch(/<(?:img|iframe|script|link)|src=/)
})

it.each([
  ['en', '52.4064° N, 3.7° W', '10° W'],
  ['de', '52,4064° N, 3,7° W', '10° W'],
  ['pl', '52,4064° N, 3,7° W', '10° W'],
  ['fr', '52,4064° N, 3,7° O', '10° O'],
])('writes coordinates as is usual in the locale "%s"', (locale, words, meridian) => {
  const texts = JSON.parse(readFileSync(`locales/${locale}.json`, 'utf8')).maps
  const text: Reader['text'] = (key, values) =>
    String(texts[key.replace('maps.', '')]).replace('{{degrees}}', String(values?.degrees))
  const markers = [
    { name: 'A', lat: 52.4064, lng: -3.7 },
    { name: 'B', lat: 52.4064, lng: -20 },
  ]
  const markup = renderToStaticMarkup(<Maps block={{ ...block, markers }} reader={fakeReader({ locale, text })} />)
  expect(markup).toContain(words)
  expect(markup).toMatch(new RegExp(`<text[^>]*>${meridian}</text>`))
})
