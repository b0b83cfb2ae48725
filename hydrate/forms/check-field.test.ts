import { describe, expect, it } from 'vitest'
import { checkChosen, checkText } from './check-field.ts'
import { forms } from './fields.ts'
import type { Field } from './form-spec.ts'

const files = { accept: ['pdf', 'docx', 'odt', 'jpg', 'png', 'rtf', 'doc'], maxBytes: 100, maxCount: 3 }
const field = (kind: Field['kind'], more: Partial<Field> = {}): Field => ({ name: 'x', kind, ...more })

describe('checkText', () => {
  it.each<[Field, string, string | undefined]>([
    [field('text', { required: true }), ' ', 'validation.required'],
    [field('text'), ' ', undefined],
    [field('text', { minLength: 3 }), 'ab', 'validation.minLength'],
    [field('text', { maxLength: 3 }), 'abcd', 'validation.invalid'],
    [field('email'), 'nobody', 'validation.email'],
    [field('phone'), '+48 1', 'validation.phone'],
    [field('nip'), '12', 'validation.nip'],
    [field('url'), 'firm.example/a?b', undefined],
    [field('url'), 'firm', 'validation.invalid'],
    [field('integer'), '12', undefined],
    [field('integer'), '-1', 'validation.invalid'],
    [field('integer'), '1.5', 'validation.invalid'],
    [field('date'), '2031-03-04', undefined],
    [field('date'), '12031-03-04', 'validation.invalid'],
    [field('textarea', { minLength: 3 }), 'abc', undefined],
  ])('%j with "%s" is %s', (one, value, key) => {
    expect(checkText(one, value, 'pl')).toBe(key)
  })
})

describe('checkChosen', () => {
  const rules = { spec: forms.jobApplication, locale: 'pl', files }
  const cv = field('file', { required: true })
  const file = (name: string, bytes: string | Uint8Array<ArrayBuffer>) => new File([bytes], name)
  const zip = 'PK\u0003\u0004'

  it.each<[string, File[], string | undefined]>([
    ['nothing', [], 'validation.required'],
    ['a PDF', [file('a.PDF', '%PDF-1.7')], undefined],
    ['a text called PDF', [file('a.pdf', 'text')], 'validation.fileFormat'],
    ['an empty file', [file('a.pdf', '')], 'validation.fileFormat'],
    ['a picture', [file('a.jpeg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))], undefined],
    ['a document', [file('a.docx', zip)], undefined],
    ['an archive called ODT', [file('a.odt', zip)], 'validation.fileFormat'],
    ['another ending', [file('a.exe', 'MZ')], 'validation.fileFormat'],
    ['a large one', [file('a.pdf', `%PDF-${' '.repeat(100)}`)], 'validation.fileSize'],
    ['two for one', [file('a.pdf', '%PDF-'), file('b.pdf', '%PDF-')], 'validation.fileCount'],
  ])('%s', async (_, chosen, key) => {
    expect(await checkChosen(cv, chosen, rules)).toBe(key)
  })
})
