import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fakeReader } from '#tests/fake-reader.ts'
import { PhoneLink } from './phone-link.tsx'

it.each([
  ['+48 61 000 01 10', '+48610000110'],
  ['(61) 000-01.10', '610000110'],
  ['+44 (0)20 7946 0110', '+442079460110'],
  ['+49 (0) 30 23125‑110', '+493023125110'],
  ['(0)30 23125', '03023125'],
  ['Tel.: +48 61 000 01 10 ext. 12', '+48610000110'],
  ['112', '112'],
])('links "%s" to the number %s', (phone, number) => {
  const markup = renderToStaticMarkup(<PhoneLink phone={phone} reader={fakeReader()} className="phone" />)
  expect(markup).toBe(`<a class="phone" dir="ltr" href="tel:${number}">${phone}</a>`)
})

it.each(['ext. 5', '12 hours', 'on request', '٠١٢٣٤', '+'])('does not link "%s"', (phone) => {
  expect(renderToStaticMarkup(<PhoneLink phone={phone} reader={fakeReader()} />)).toBe(`<span>${phone}</span>`)
})
