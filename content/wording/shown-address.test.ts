import { expect, it } from 'vitest'
import { shownAddress } from './shown-address.ts'

it('shows an address whole, and of a very long one the beginning', () => {
  const usual = new URL(`https://cms.example/${'a'.repeat(200)}`)
  expect(shownAddress(usual)).toBe(usual.href)
  expect(shownAddress(`data:image/png;base64,${'A'.repeat(9000)}`)).toBe(`data:image/png;base64,${'A'.repeat(78)}…`)
})
