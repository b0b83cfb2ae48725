import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import type { FormProps } from './form-props.ts'
import { askedMinutes, waitWords } from './wait-words.ts'

afterEach(() => void vi.useRealTimers())

const headersOf = (later: string, more = '') => `content-type: application/json\r\nretry-after: ${later}\r\n${more}`
const date = 'date: Sun, 01 Nov 2026 10:00:00 GMT\r\n'

it.each<[later: string, minutes: number | undefined]>([
  ['1', 1],
  ['60', 1],
  ['61', 2],
  ['3600', 60],
  ['Sun, 01 Nov 2026 10:05:00 GMT', 5],
  ['Sunday, 01-Nov-26 10:04:01 GMT', 5],
  ['Sun Nov  1 10:05:00 2026 GMT', 5],
  ...['', '0', '-5', '3601', '9'.repeat(400), '1e2', 'soon', 'soon 5', '5 minutes', '60, 120', 'Sun, 5'].map(
    (later): [string, undefined] => [later, undefined],
  ),
  ['Sun, 01 Nov 2026 10:00:00 GMT', undefined],
  ['Sun, 01 Nov 2026 09:00:00 GMT', undefined],
  ['Sun, 01 Nov 2026 11:01:00 GMT', undefined],
  ['Sun, 32 Nov 2026 10:05:00 GMT', undefined],
])('reads "%s" as %s minutes', (later, minutes) => {
  expect(askedMinutes(headersOf(later, date))).toBe(minutes)
})

it('compares a date with the clock of the visitor if the answer has no date', () => {
  vi.useFakeTimers({ now: new Date('2026-11-01T10:03:00Z'), toFake: ['Date'] })
  expect(askedMinutes(headersOf('Sun, 01 Nov 2026 10:05:00 GMT'))).toBe(2)
  expect(askedMinutes(headersOf('Sun, 01 Nov 2026 10:05:00 GMT', 'date: soon\r\n'))).toBe(2)
})

it('finds no wait in headers without one', () => {
  expect(askedMinutes('')).toBeUndefined()
  expect(askedMinutes('x-retry-after: 60\r\n')).toBeUndefined()
  expect(askedMinutes('Retry-After: 60\r\n')).toBe(1)
})

it.each([
  ['en', 'The form cannot be sent right now. What you entered is kept; please send it again in 5 minutes.'],
  ['pl', 'Formularza nie można teraz wysłać. Wpisane dane zostały zachowane; wyślij je ponownie za 5 minut.'],
  ['de', /senden Sie sie bitte in 5 Minuten erneut\.$/],
  ['fr', /envoyez-la de nouveau dans 5 minutes\.$/],
  ['es', /envíelo de nuevo dentro de 5 minutos\.$/],
])('says in %s when to send the form again', (locale, words) => {
  const { form } = JSON.parse(readFileSync(`locales/${locale}.json`, 'utf8'))
  const props = { locale, texts: { 'form.wait': form.wait } } as Partial<FormProps> as FormProps
  expect(waitWords(headersOf('300'), props)).toMatch(words)
  expect(waitWords(headersOf('soon'), props)).toBeUndefined()
})
