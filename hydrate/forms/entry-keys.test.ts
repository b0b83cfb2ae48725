import { afterEach, expect, it, vi } from 'vitest'
import { entryKeys } from './entry-keys.ts'

afterEach(() => vi.unstubAllGlobals())

it('keeps its keys apart from what was typed into a form whose id ends in "-keys"', () => {
  const typed = { name: 'Anna' }
  const history = {
    state: { 'form-x-keys': typed } as Record<string, unknown>,
    replaceState(state: Record<string, unknown>) {
      this.state = state
    },
  }
  vi.stubGlobal('history', history)
  const keyOf = entryKeys({ id: 'form-x', addEventListener() {} } as unknown as HTMLFormElement)
  const key = keyOf(new FormData())
  expect(keyOf(new FormData())).toBe(key)
  expect(history.state['form-x-keys']).toBe(typed)
})
