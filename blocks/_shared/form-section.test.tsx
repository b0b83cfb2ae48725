import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Html } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { FormSection } from './form-section.tsx'

const show = (
  block: { headline?: string; html?: Html },
  changes: Partial<ReturnType<typeof fakeReader>['site']> = {},
) => {
  const { site } = fakeReader()
  const reader = fakeReader({ site: { ...site, ...changes }, html: (html, below) => `${html} below ${below}` })
  return renderToStaticMarkup(
    <FormSection block={{ id: '1', ...block }} reader={reader} form="contact">
      <p>After it.</p>
    </FormSection>,
  )
}
const html = 'Words' as Html

it('nests the headings of its text below its own headline, or below that of the page', () => {
  expect(show({ headline: 'Ask us', html })).toContain('Words below h2')
  expect(show({ html })).toContain('Words below h1')
  expect([show({ html }), show({})].map((markup) => markup.includes('is-alone'))).toEqual([false, true])
})

it('says whether the form needs JavaScript, and names reCAPTCHA if the site uses it', () => {
  const recaptcha = { siteKey: 'key', origin: 'https://www.example.com', consent: 'analytic' }
  const said = (changes: Parameters<typeof show>[1]) => show({}, changes)
  expect(said({})).toContain(fakeReader().text('form.needsScript'))
  expect(said({ nativeForms: true })).toContain(fakeReader().text('form.noscript'))
  expect([said({}), said({ recaptcha })].map((markup) => markup.includes('reCAPTCHA'))).toEqual([false, true])
  const hiddenBy = (consent: string) =>
    /hidden="">\s*[^<]*reCAPTCHA/.test(said({ recaptcha: { ...recaptcha, consent } }))
  expect(['analytic', 'necessary'].map(hiddenBy), 'until the visitor has granted its category').toEqual([true, false])
  expect(said({})).toContain('<p>After it.</p>')
})
