import { describe, expect, it } from 'vitest'
import type { Field } from '#hydrate/forms/form-spec.ts'
import { checkText } from './check-field.ts'
import { withPatterns } from './field-patterns.ts'

const field = (kind: Field['kind'], more: Partial<Field> = {}): Field => ({ name: 'x', kind, ...more })

const withPattern = (one: Field, locale: string): Field =>
  withPatterns({ path: '', fields: [one], consents: [] }, locale).fields[0] ?? one

describe('checkText', () => {
  it.each<[Field, string, string | undefined]>([
    [field('text', { required: true }), ' ', 'validation.required'],
    [field('text'), ' ', undefined],
    [field('text', { minLength: 3 }), 'ab', 'validation.minLength'],
    [field('text', { minLength: 3 }), 'a🚚', 'validation.minLength'],
    [field('text', { maxLength: 3 }), 'abcd', 'validation.tooLong'],
    [field('email'), 'nobody', 'validation.email'],
    [field('email', { maxLength: 10 }), 'who@firm.example', 'validation.email'],
    [field('email', { maxLength: 254 }), ' who@firm.example ', undefined],
    [field('phone'), '+48 1', 'validation.phone'],
    [field('nip'), '12', 'validation.nip'],
    [field('url'), 'firm.example/a?b', undefined],
    [field('url'), 'firm', 'validation.invalid'],
    [field('integer'), '12', undefined],
    [field('integer'), '-1', 'validation.invalid'],
    [field('integer'), '1.5', 'validation.invalid'],
    [field('date'), '2031-03-04', undefined],
    [field('date'), '2031-03-041', 'validation.invalid'],
    [field('date'), '12031-03-04', 'validation.invalid'],
    [field('textarea', { minLength: 3 }), 'abc', undefined],
  ])('of %j with "%s" returns %s', (one, value, key) => {
    expect(checkText(withPattern(one, 'pl'), value)).toBe(key)
  })

  it.each<[locale: string, value: string, key: string | undefined]>([
    ['de', '+49 30 23125 110', undefined],
    ['en', '+49 30 23125 110', 'validation.phone'],
    ['en-GB', '+44 1632 960 110', undefined],
    ['it', '+39 06 0000 0000', 'validation.phone'],
  ])('of a phone number in the locale %s: %s returns %s', (locale, value, key) => {
    expect(checkText(withPattern(field('phone'), locale), value)).toBe(key)
  })
})
