import { expect, it } from 'vitest'
import { nameOf, onOneLine } from './site-name.ts'

it.each([
  [' One\r\n\t Two\u2028Three\u0007 ', 'One Two Three'],
  ['Heron', 'Heron'],
])('puts %j on one line', (name, line) => {
  expect(onOneLine(name)).toBe(line)
})

it.each([
  ['/sites/blue-heron__of sea', 'Blue heron of sea'],
  ['ż', 'Ż'],
  ['/sites/__', 'My site'],
  ['/', 'My site'],
])('offers for the folder %j the name %j', (folder, name) => {
  expect(nameOf(folder)).toBe(name)
})
