import { expect, it } from 'vitest'
import { escapeMarkup, xmlElement, xmlLink } from './xml.ts'

it('escapes what ends a text or an attribute', () => {
  expect(escapeMarkup(`<a title="it's"> & b`)).toBe('&lt;a title=&quot;it&apos;s&quot;&gt; &amp; b')
})

it('writes elements with text, and without', () => {
  expect(xmlElement('name', 'Żółw & <Söhne>')).toBe('<name>Żółw &amp; &lt;Söhne&gt;</name>')
  expect(xmlLink({ rel: 'self', href: '/?a=1&b="2"' })).toBe('<link rel="self" href="/?a=1&amp;b=&quot;2&quot;"/>')
})

it('leaves out characters that XML cannot hold', () => {
  expect(xmlElement('title', 'a\u0000\u000b\ufffeb\tc 😀\ud800')).toBe('<title>ab\tc 😀\ufffd</title>')
})
