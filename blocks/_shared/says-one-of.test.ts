import { expect, it } from 'vitest'
import { saysOneOf } from './says-one-of.ts'

it.each([
  ['a no-break space', 'Transport i logistyka', 'Transport i\u00a0logistyka'],
  ['spaces around and between words', ' Über  uns\n', 'Über uns'],
  ['case', 'ŻÓŁĆ I OŁÓW', 'żółć i ołów'],
  ['how an accent is encoded', 'Łódź', 'Ło\u0301dz\u0301'],
  ['a soft hyphen', 'Kommunal\u00adfahrzeuge', 'Kommunalfahrzeuge'],
  ['a full stop and quotes', '„Kontakt”.', 'Kontakt'],
])('ignores %s', (_, one, other) => {
  expect(saysOneOf(one, ['Something else', other])).toBe(true)
})

it.each([
  ['About us', 'About'],
  ['Route 66', 'Route 67'],
  ['C++', 'C'],
  ['', 'About'],
])('distinguishes "%s" from "%s"', (one, other) => {
  expect(saysOneOf(one, [other])).toBe(false)
})
