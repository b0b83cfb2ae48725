import { expect, it } from 'vitest'
import { fieldValues } from '#tests/fixtures/field-values.ts'
import { checkText } from './check-field.ts'
import { withPatterns } from './field-patterns.ts'

it.each(fieldValues)('the %s %j is valid: %s %s', (kind, value, isGood, locale = 'pl') => {
  const maxLength = kind === 'email' ? { maxLength: 254 } : {}
  const [field] = withPatterns({ path: '', fields: [{ name: 'x', kind, ...maxLength }], consents: [] }, locale).fields
  expect(field && checkText(field, value) === undefined).toBe(isGood)
  // Browsers compile a `pattern` attribute in this way.
  if (isGood && field?.pattern) expect(value).toMatch(new RegExp(`^(?:${field.pattern})$`, 'v'))
})

it('accepts exactly the days that exist, in four centuries', () => {
  const [field] = withPatterns({ path: '', fields: [{ name: 'x', kind: 'date' }], consents: [] }, 'pl').fields
  const pattern = new RegExp(`^(?:${field?.pattern})$`, 'v')
  const wrong: string[] = []
  for (let year = 1800; year < 2200; year += 1)
    for (let month = 0; month <= 13; month += 1)
      for (let day = 0; day <= 32; day += 1) {
        const text = [`${year}`, `${month}`.padStart(2, '0'), `${day}`.padStart(2, '0')].join('-')
        const date = new Date(`${text}T00:00:00Z`)
        const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
        if (pattern.test(text) !== isDay) wrong.push(text)
      }
  expect(wrong).toEqual([])
  const centuries = Array.from({ length: 100 }, (_, at) => `${at}00-02-29`.padStart(10, '0'))
  expect(centuries.filter((text) => pattern.test(text) !== (Number(text.slice(0, 4)) % 400 === 0))).toEqual([])
})
