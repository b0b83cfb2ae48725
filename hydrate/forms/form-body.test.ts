import { expect, it } from 'vitest'
import { forms } from './fields/fields.ts'
import { filledIn, formBody } from './form-body.ts'

function data(pairs: [string, string | File][]): FormData {
  const all = new FormData()
  for (const [name, value] of pairs) all.append(name, value)
  return filledIn(all)
}

it('is JSON with numbers, booleans and consents, without empty fields', () => {
  const sent = data([
    ['fullName', ' Ada '],
    ['fleetSize', '12'],
    ['message', ' '],
    ['consents[dataProcessing]', 'true'],
    ['locale', 'pl'],
  ])
  expect(JSON.parse(formBody(sent, forms.demo) as string)).toEqual({
    fullName: 'Ada',
    fleetSize: 12,
    locale: 'pl',
    consents: { dataProcessing: true },
  })
  expect(JSON.parse(formBody(data([['sendCopy', 'true']]), forms.contact) as string).sendCopy).toBe(true)
})

it('is JSON if no file was chosen, and otherwise multipart with the chosen files', () => {
  const none = new File([], '')
  expect(typeof formBody(data([['files', none]]), forms.support)).toBe('string')
  const body = formBody(
    data([
      ['files', none],
      ['cv', new File(['x'], 'cv.pdf')],
      ['consents[recruitment]', 'true'],
      ['message', ''],
    ]),
    forms.jobApplication,
  )
  expect([...(body as FormData).keys()]).toEqual(['cv', 'consents[recruitment]'])
})
