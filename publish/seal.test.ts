import { expect, it } from 'vitest'
import { sealOf, wrongSeal } from './seal.ts'

it('A seal depends on its bytes and its key', () => {
  for (const key of [undefined, 'key']) {
    const seal = sealOf('bytes', key)
    expect(wrongSeal(seal, Buffer.from('bytes'), key)).toBeUndefined()
    expect(wrongSeal(seal, 'Bytes', key)).toContain('is damaged')
    expect(wrongSeal(`${seal.slice(0, -1)}${seal.endsWith('0') ? '1' : '0'}`, 'bytes', key)).toContain('is damaged')
  }
})

it('A signed file needs the key, and with a key every file must be signed with it', () => {
  expect(wrongSeal(sealOf('bytes', 'key'), 'bytes', undefined)).toBe('is signed, but SITE_PLAN_KEY is not set')
  expect(wrongSeal(sealOf('bytes', undefined), 'bytes', 'key')).toBe('is not signed, but SITE_PLAN_KEY is set')
  expect(wrongSeal(sealOf('bytes', 'other'), 'bytes', 'key')).toContain('another SITE_PLAN_KEY')
})
