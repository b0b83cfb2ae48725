import { expect, it } from 'vitest'
import { garbledText } from './garbled-text.ts'

it.each([
  'Prices &#8211; 2024',
  'Prices &amp; terms',
  'A &nbsp; B',
  '<p>Lead</p>',
  'Two<br />lines',
  'With a <a href="/x">link</a>',
])('finds HTML in a plain text, but not in rich text: %s', (text) => {
  expect(garbledText(text, 'heading')).toEqual({
    problem: expect.stringContaining('HTML, which visitors see'),
    hint: expect.stringContaining('remove the tags at the service'),
  })
  expect(garbledText(text, 'html')).toBeUndefined()
})

it.each(['zażółć gęślą jaźń', 'Ärger, Öl, Übung, Straße', 'été – “là”', 'ação', '’'])(
  'finds that %j was read in the wrong encoding',
  (text) => {
    const misread = new TextDecoder('windows-1252').decode(Buffer.from(text))
    for (const kind of ['words', 'html'] as const) {
      expect(garbledText(misread, kind)?.problem).toContain('letters that were read in the wrong encoding: "')
      expect(garbledText(text, kind)).toBeUndefined()
    }
  },
)

it.each([
  '[gallery ids="1,2"]',
  '[contact-form-7 id=”12″ title=”Form”]',
  '[vc_row]Words[/vc_row]',
  '[caption]a[/caption]',
])('finds the code %s of WordPress', (code) => {
  for (const kind of ['search', 'html'] as const)
    expect(garbledText(code, kind)?.problem).toContain('a code of another')
})

it('quotes the words around the place', () => {
  expect(garbledText(`${'a'.repeat(500)} one � two ${'b'.repeat(500)}`, 'alt')?.problem).toMatch(/: "a+ one � two b+"$/)
})

it.each([
  'R&D; AT&T & more',
  'Use [Ctrl] or [type="text"], see [1] and [the list](/list)',
  'a < b and c > d',
  'Write <name> here',
  'IRMÃ, SÃO PAULO, ÂNGELO, 20 °C, «Å», „Ä“, ”Å”, 5 €',
  'Ä… Ö…',
])('finds nothing in %j', (text) => {
  for (const kind of ['words', 'html'] as const) expect(garbledText(text, kind)).toBeUndefined()
})

it('looks only at fields whose words visitors see', () => {
  expect(garbledText('&amp;', 'date')).toBeUndefined()
  expect(garbledText('&amp;', undefined)).toBeUndefined()
})
