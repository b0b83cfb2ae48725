import { expect, it } from 'vitest'
import { forms } from './fields.ts'
import { refusalOf } from './violations.ts'

it('brings each message to its control', () => {
  const violations = [
    { propertyPath: 'email', message: 'First' },
    { propertyPath: 'email', message: 'Second' },
    { propertyPath: 'files[0]', message: 'File' },
    { propertyPath: 'consents[dataProcessing]', message: 'Tick' },
    { propertyPath: 'toString', message: 'Elsewhere' },
    { propertyPath: { a: 1 }, message: 5 },
    null,
  ]
  expect(refusalOf({ violations }, forms.support)).toEqual({
    errors: { email: 'First', files: 'File', 'consents[dataProcessing]': 'Tick' },
    notes: ['Elsewhere', '5'],
  })
  const dotted = [{ propertyPath: 'consents.dataProcessing', message: 'Tick' }]
  expect(refusalOf({ violations: dotted }, forms.contact)?.errors).toEqual({ 'consents[dataProcessing]': 'Tick' })
})

it.each([undefined, null, 'text', {}, { violations: [] }, { violations: 'x' }])('has none in %j', (body) => {
  expect(refusalOf(body, forms.contact)).toBeUndefined()
})
