import { expect, it } from 'vitest'
import { forms } from './fields/fields.ts'
import { refusalOf } from './violations.ts'

const refused = (body: unknown) => ({ isGood: false, status: 422, body })

it('assigns each message to its control', () => {
  const violations = [
    { propertyPath: 'email', message: 'First' },
    { propertyPath: 'email', message: 'Second' },
    { propertyPath: 'email', message: 'First' },
    { propertyPath: 'files[0]', message: 'File' },
    { propertyPath: 'consents[dataProcessing]', message: 'Tick' },
    { propertyPath: 'toString', message: 'Elsewhere' },
    { propertyPath: { a: 1 }, message: 5 },
    null,
  ]
  expect(refusalOf(refused({ violations }), forms.support)).toEqual({
    errors: { email: 'First Second', files: 'File', 'consents[dataProcessing]': 'Tick' },
    notes: ['Elsewhere', '5'],
  })
  const dotted = [{ propertyPath: 'consents.dataProcessing', message: 'Tick' }]
  expect(refusalOf(refused({ violations: dotted }), forms.contact)?.errors).toEqual({
    'consents[dataProcessing]': 'Tick',
  })
})

it('shows the same message about several unknown fields or files only once', () => {
  const violations = ['a', 'b'].map((propertyPath) => ({ propertyPath, message: 'This value should not be blank.' }))
  expect(refusalOf(refused({ violations }), forms.contact)?.notes).toEqual(['This value should not be blank.'])
  const files = ['files[0]', 'files[1]'].map((propertyPath) => ({ propertyPath, message: 'Wrong format.' }))
  expect(refusalOf(refused({ violations: files }), forms.support)?.errors).toEqual({ files: 'Wrong format.' })
})

it.each([
  undefined,
  null,
  'text',
  {},
  { violations: [] },
  { violations: 'x' },
  { violations: [null, 'x', {}, { propertyPath: 'email' }, { propertyPath: 'email', message: ' ' }] },
])('finds none in %j', (body) => {
  expect(refusalOf(refused(body), forms.contact)).toBeUndefined()
})

it('finds none in a good answer', () => {
  const body = { violations: [{ propertyPath: 'email', message: 'No' }] }
  expect(refusalOf({ isGood: true, status: 200, body }, forms.contact)).toBeUndefined()
})
