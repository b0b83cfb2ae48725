import { expect, it } from 'vitest'
import { forms } from '#hydrate/forms/fields/fields.ts'
import type { Field, FormSpec } from '#hydrate/forms/form-spec.ts'
import { fieldValues } from '#tests/fixtures/field-values.ts'
import { checkEntry } from './check-entry.ts'

const specs = Object.values(forms)
const places = (wanted: Field['kind']): [FormSpec, Field][] =>
  specs.flatMap((form) =>
    form.fields.flatMap((field): [FormSpec, Field][] => (field.kind === wanted ? [[form, field]] : [])),
  )

it.each(fieldValues)('validates the %s %j as browsers do: %s %s', async (kind, value, isGood, locale = 'pl') => {
  expect(places(kind).length).toBeGreaterThan(0)
  for (const [form, { name }] of places(kind)) {
    const { problems } = await checkEntry(form, { values: new Map([[name, value]]), files: new Map() }, locale)
    expect(problems.every(({ propertyPath }) => propertyPath !== name)).toBe(isGood)
  }
})

it('keeps lines as they were typed, whichever line ending the browser sends', async () => {
  const values = new Map([['message', ' First\r\nsecond ']])
  const { body } = await checkEntry(forms.contact, { values, files: new Map() }, 'en')
  expect(body.message).toBe('First\nsecond')
})
