import { expect, test } from 'vitest'
import { decodeCharacters } from './decode-characters.ts'

test.each([
  ['za&zdot;&oacute;&lstrok;&cacute;', 'zażółć'],
  ['a&nbsp;b&ndash;c&hellip;', 'a\u00a0b–c…'],
  ['&#8211;&#xE9;&#128;&#0;', '–é€\ufffd'],
  ['<a href="/ci&aogon;gnik" title="&bdquo;x&rdquo;">', '<a href="/ciągnik" title="„x”">'],
])('Writes character references beyond ASCII as characters: %s', (html, decoded) => {
  expect(decodeCharacters(html)).toBe(decoded)
})

test.each([
  '&lt;b&gt; &amp;oacute; &quot; &apos;',
  '&#60;&#x3c;&#38;oacute;&Tab;&#10;',
  '&bne; &fjlig;',
  '&oacute &none; & &#;',
])('Leaves HTML syntax and invalid references unchanged: %s', (html) => {
  expect(decodeCharacters(html)).toBe(html)
})
