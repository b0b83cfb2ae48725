import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { checkText } from './fields/check-field.ts'
import { withPatterns } from './fields/field-patterns.ts'
import { forms } from './fields/fields.ts'
import { acceptAttribute } from './files/file-rules.ts'
import { type FormProps, type FormState, idleForm } from './form-props.ts'
import type { FormName } from './form-spec.ts'
import { formTextKeys, formTextValues } from './form-texts.ts'
import { FormView } from './form-view.tsx'

const english = JSON.parse(readFileSync('locales/en.json', 'utf8'))
const files = { accept: ['pdf', 'jpg'], maxBytes: 5 * 1024 * 1024, maxCount: 3 }
const names = Object.keys(forms) as FormName[]

const englishText = (key: string): unknown => key.split('.').reduce((at, part) => at?.[part], english)

function props(form: FormName): FormProps {
  const texts = Object.fromEntries(formTextKeys(form).map((key) => [key, String(englishText(key) ?? key)]))
  return {
    form,
    spec: withPatterns(forms[form], 'pl'),
    id: 'f1',
    locale: 'pl',
    action: '/api/x',
    referral: 'https://www.example.com/pl',
    texts,
    files,
    accept: acceptAttribute(files.accept),
    privacyHref: '/privacy',
  }
}

const render = (form: FormName, more: Partial<Parameters<typeof FormView>[0]> = {}) =>
  renderToStaticMarkup(<FormView {...props(form)} {...more} />)

it.each([
  ['advisor', 'contactDate', 'date'],
  ['advisor', 'contactTime', 'time'],
  ['advisor', 'phone', 'tel'],
  ['advisor', 'email', 'email'],
  ['demo', 'fleetSize', 'number'],
  ['support', 'files', 'file'],
] as const)('The %s form asks for %s with an input of the type %s', (form, name, type) => {
  const [input] = render(form).match(new RegExp(`<input[^>]* name="${name}"[^>]*>`)) ?? []
  expect(input).toContain(` type="${type}"`)
})

describe.each(names)('%s form', (form) => {
  const html = render(form)

  it('labels every field, and gives each a place for its error', () => {
    for (const { name } of forms[form].fields) {
      expect(html).toContain(`name="${name}"`)
      expect(html).toContain(`for="f1-${name}"`)
      expect(html).toContain(`<p id="f1-${name}-error" class="field__error" hidden="">`)
    }
  })

  it('names the group of its fields for screen readers', () => {
    expect(html).toMatch(/<fieldset [^>]*><legend class="visually-hidden">[^<.]+<\/legend>/)
  })

  it('is disabled until its script has loaded, unless the service answers forms that browsers send', () => {
    expect(html).toContain('<fieldset class="form__parts" disabled="">')
    expect(render(form, { state: idleForm })).toContain('<fieldset class="form__parts">')
    expect(render(form, { isNative: true })).toContain('<fieldset class="form__parts">')
  })

  it('does not cut pasted text, and has no tooltips of the browser', () => {
    expect(html).not.toMatch(/maxlength/i)
    const fileInputs = html.match(/<input[^>]*type="file"[^>]*>/g) ?? []
    expect(fileInputs.filter((input) => !input.includes('title=""'))).toEqual([])
  })

  it('can be sent by the browser, with native rules, consents and hidden values', () => {
    expect(html).toMatch(/<form [^>]*action="\/api\/x"[^>]*method="post"/)
    expect(html).toContain('name="locale" value="pl"')
    expect(html).toContain('name="referral" value="https://www.example.com/pl"')
    for (const consent of forms[form].consents) expect(html).toContain(`name="consents[${consent}]"`)
    const required = forms[form].fields.filter((field) => field.required).length + forms[form].consents.length
    expect(html.match(/required=""/g)).toHaveLength(required)
    expect(html).toContain('href="/privacy" target="_blank"') // keeps the values that are already typed
  })

  it('has every text', () => {
    expect(formTextKeys(form).filter((key) => typeof englishText(key) !== 'string')).toEqual([])
    expect(html).not.toMatch(/>(?:field|form|validation|consent)\.\w/)
  })

  it('has the message for every wrong value', () => {
    const wrong = ['', 'a', '\u0001', 'a'.repeat(5000)]
    const said = props(form).spec.fields.flatMap((field) => wrong.flatMap((value) => checkText(field, value) ?? []))
    expect(formTextKeys(form)).toEqual(expect.arrayContaining(said))
  })

  it('has unique ids and no inline styles', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(html).not.toContain('style=')
  })
})

describe('a form', () => {
  it('shows errors at their fields, and in a summary that links to them', () => {
    const html = render('contact', {
      state: { ...idleForm, phase: 'refused', errors: { email: 'Not <good>', 'consents[dataProcessing]': 'Tick' } },
    })
    expect(html).toContain('href="#f1-email"')
    expect(html).toContain('href="#f1-dataProcessing"')
    expect(html).toContain('Not &lt;good&gt;')
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2)
  })

  it('marks the language of words that are Polish in every locale', () => {
    const phone = english.validation.phone
    const state: FormState = { ...idleForm, phase: 'refused', errors: { phone, email: 'No' } }
    const html = render('contact', { locale: 'en', state })
    expect(html).toContain(`<span lang="pl">${phone}</span>`)
    expect(html).toContain(`<p id="f1-phone-error" class="field__error" lang="pl">${phone}</p>`)
    expect(html.match(/lang="/g)).toHaveLength(2)
    expect(render('contact', { locale: 'pl', state })).not.toContain('lang="')
    expect(render('cooperation', { locale: 'en' })).toContain('<option value="mazowieckie" lang="pl">')
  })

  it('keeps the message of the last attempt while the next one is in progress', () => {
    const refused: FormState = { ...idleForm, phase: 'busy', before: 'refused', errors: { email: 'No' } }
    expect(render('contact', { state: refused })).toMatch(/form__summary" tabindex="-1">/i)
    const failure = 'It failed.'
    expect(render('contact', { state: { ...idleForm, phase: 'busy', before: 'failed', failure } })).toContain(failure)
    expect(render('contact', { state: { ...idleForm, phase: 'busy', failure } })).not.toContain(failure)
  })

  it('shows how many characters may still be typed when few are left', () => {
    const html = render('contact', { state: { ...idleForm, left: { message: 7 } } })
    expect(html).toContain('<p class="field__count" aria-hidden="true">Characters left: 7</p>')
    expect(html.match(/field__count/g)).toHaveLength(1)
  })

  it('announces only every quarter of an upload', () => {
    const said = (progress: number): string =>
      /role="status">([^<]*\d[^<]*)</.exec(
        render('jobApplication', { state: { ...idleForm, phase: 'busy', progress } }),
      )?.[1] ?? ''
    expect([0, 24, 25, 74, 100].map((share) => Number(/\d+/.exec(said(share))))).toEqual([0, 0, 25, 50, 100])
  })

  it('says that it is busy, has failed or is done', () => {
    expect(render('demo', { state: { ...idleForm, phase: 'busy' } })).toContain('aria-disabled="true"')
    const failed = render('demo', { state: { ...idleForm, phase: 'failed', failure: 'It failed.' } })
    expect(failed).toContain('<p class="form__failure" role="alert"><span>It failed.</span></p>')
    const done = render('reference', { state: { ...idleForm, phase: 'done' } })
    expect(done).toMatch(/<form [^>]*hidden=""/)
    expect(done).toContain(english.form.successTitle)
    expect(done).toContain(english.form.successNote.reference)
  })

  it('sends files as multipart, and the job offer with an application', () => {
    const html = render('jobApplication', { jobOffer: 'a"b' })
    expect(html).toMatch(/enc[tT]ype="multipart\/form-data"/)
    expect(html).toContain('accept=".pdf,.jpg,.jpeg"')
    expect(html).toContain('name="jobOffer" value="a&quot;b"')
    expect(render('contact')).not.toContain('multipart')
  })

  it('fills the limits of files into its texts', () => {
    expect(formTextValues(forms.jobApplication, files)).toEqual({
      formats: 'PDF, JPG',
      size: 5,
      count: 2,
      percent: '{{percent}}',
      name: '{{name}}',
      left: '{{left}}',
      over: '{{over}}',
      when: '{{when}}',
    })
  })
})
