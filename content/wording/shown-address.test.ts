import { expect, it } from 'vitest'
import { shownAddress } from './shown-address.ts'

it('shows a whole address, or the start of a very long one', () => {
  const usual = new URL(`https://cms.example/${'a'.repeat(200)}`)
  expect(shownAddress(usual)).toBe(usual.href)
  expect(shownAddress(`data:image/png;base64,${'A'.repeat(9000)}`)).toBe(`data:image/png;base64,${'A'.repeat(78)}…`)
})
