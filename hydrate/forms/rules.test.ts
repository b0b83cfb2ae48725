import { describe, expect, it } from 'vitest'
import {
  checkEmail,
  checkMinLength,
  checkNip,
  checkPhone,
  checkRequired,
  emailPattern,
  nipPattern,
  phonePattern,
} from './rules.ts'

const emails: [string, boolean][] = [
  ['a@b.pl', true],
  ['imię.nazwisko@firma-ż.example', true],
  ['x+y@sub.domain.museum', true],
  ['who@xn--e1afmkfd.xn--p1ai', true],
  [`${'a'.repeat(64)}@b.com`, true],
  [`${'a'.repeat(65)}@b.com`, false],
  [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(6)}`, true],
  [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(9)}`, false],
  ['a@b.c', false],
  [`a@b.${'c'.repeat(63)}`, true],
  [`a@b.${'c'.repeat(64)}`, false],
  ['a@b.c1', false],
  ['a@-b.com', false],
  ['a@b..com', false],
  ['a b@c.com', false],
  ['a@b@c.com', false],
  ['nobody', false],
]

const nips: [string, boolean][] = [
  ['1234567890', true],
  ['123-456-78-90', true],
  ['12345678901', true],
  ['123456789', false],
  ['123456789012', false],
  ['PL1234567890', false],
  ['123 456 78 90', false],
]

const phones: [string, string, boolean][] = [
  ['pl', '+48 61 000 01 10', true],
  ['pl', '0048 (61) 000-01-10', true],
  ['pl', '+48 61 000 01 1', false],
  ['pl', '+48 61 000 01 100', false],
  ['pl', '61 000 01 10', false],
  ['de', '+49 30 23125 110', true],
  ['de', '+49 30 23125 1101', true],
  ['de', '+49 30 23125 11', false],
  ['de', '+49 30 23125 11011', false],
  ['en', '+44 1632 960 110', true],
  ['en', '+44 163 296 011', false],
  ['fr', '+33 1 99 00 11 10', true],
  ['fr', '+33 (0)1 99 00 11 10', false],
  ['es', '+34 910 000 110', true],
  ['es', '+33 910 000 110', false],
  ['it', '+39 06 0000 0000', false],
]

/** What a browser does with a `pattern` attribute. */
const native = (pattern: string, value: string) => new RegExp(`^(?:${pattern})$`, 'v').test(value)

describe('rules of spec §5', () => {
  it.each(emails)('email %s is accepted: %s', (value, isGood) => {
    expect(checkEmail(value)).toBe(isGood ? undefined : 'validation.email')
  })

  it.each(nips)('tax number %s is accepted: %s', (value, isGood) => {
    expect(checkNip(value)).toBe(isGood ? undefined : 'validation.nip')
    expect(native(nipPattern, value)).toBe(isGood)
  })

  it.each(phones)('phone in %s: %s is accepted: %s', (locale, value, isGood) => {
    expect(checkPhone(value, locale)).toBe(isGood ? undefined : 'validation.phone')
    const pattern = phonePattern(locale)
    if (pattern) expect(native(pattern, value)).toBe(isGood)
  })

  it('reads the email pattern as a browser does', () => {
    expect(native(emailPattern, 'a@b.pl')).toBe(true)
    expect(native(emailPattern, 'a@b')).toBe(false)
  })

  it('allows optional values to be empty', () => {
    expect([checkEmail(' '), checkNip(''), checkPhone(' ', 'pl'), checkMinLength('')]).toEqual(Array(4).fill(undefined))
  })

  it('asks for required values and three characters', () => {
    expect(checkRequired('  ')).toBe('validation.required')
    expect(checkRequired(' x ')).toBeUndefined()
    expect(checkMinLength(' ab ')).toBe('validation.minLength')
    expect(checkMinLength('🚚🚚')).toBe('validation.minLength')
    expect(checkMinLength('abc')).toBeUndefined()
  })
})
