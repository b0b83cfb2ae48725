import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Reader } from '#blocks/_shared/reader.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { Maps } from './maps.tsx'

const poznan = { name: 'Poznań office', lat: 52.4064, lng: 16.9252, address: 'ul. Kilometrowa 7' }
const nowhere = { name: 'Nowhere', lat: 200, lng: 0, address: undefined }
const block = { id: '1', type: 'maps', headline: 'Offices', zoom: 6, markers: [poznan, nowhere] } as const

it('lists name, address, coordinates and a link for each place, drawn or not', () => {
  const markup = renderToStaticMarkup(<Maps block={{ ...block, markers: [...block.markers] }} reader={fakeReader()} />)
  for (const words of ['Poznań office', 'ul. Kilometrowa 7', '52.4064° N, 16.9252° E', 'Nowhere'])
    expect(markup).toContain(words)
  expect(markup).toContain('https://www.openstreetmap.org/?mlat=52.4064&amp;mlon=16.9252#map=14/52.4064/16.9252')
  expect(markup.match(/class="maps__marker"/g)).toHaveLength(1)
})

it('loads nothing of anyone else', () => {
  const markup = renderToStaticMarkup(<Maps block={{ ...block, markers: [poznan] }} reader={fakeReader()} />)
  expect(markup).not.toMatch(/<(?:img|iframe|script|link)|src=/)
})

it.each([
  ['en', '52.4064° N, 3.7° W', '10° W'],
  ['de', '52,4064° N, 3,7° W', '10° W'],
  ['pl', '52,4064° N, 3,7° W', '10° W'],
  ['fr', '52,4064° N, 3,7° O', '10° O'],
])('writes coordinates as in "%s"', (locale, words, meridian) => {
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
