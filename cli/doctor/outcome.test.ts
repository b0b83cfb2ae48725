import { expect, it } from 'vitest'
import { outcome } from './outcome.ts'
import type { Remark } from './remark.ts'

const wrong: Remark = { code: 'not-found', isError: true, message: 'It is lost.', hint: 'Add it.' }
const ill: Remark = { ...wrong, mayPass: true }

it.each<[Remark[], number, string]>([
  [[], 0, 'No errors or remarks. Nothing here would make a build fail.'],
  [[], 2, '2 remarks. Nothing here would make a build fail.'],
  [[wrong], 0, '1 error. A build would fail.'],
  [[wrong, ill], 1, '2 errors and 1 remark. A build would fail.'],
  [[ill, ill], 0, '2 errors. A build would fail if the service keeps failing like this.'],
])('sums up the errors %j and %i remarks', (errors, remarks, line) => {
  expect(outcome(errors, remarks, 'http://x/api')).toBe(line)
  expect(outcome(errors, remarks, undefined)).toBe(`${line} To check a content service, pass --api.`)
})
