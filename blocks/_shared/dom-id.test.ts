import { expect, it } from 'vitest'
import { domId } from './dom-id.ts'

it('keeps plain ids, and makes hostile ids safe and distinct', () => {
  expect(domId('faq', '770077')).toBe('faq-770077')
  const hostile = ['a b', 'a"b', 'a_b', '<script>', 'ż/#?', '🚚'].map((id) => domId('x', id))
  for (const id of hostile) expect(id).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(new Set(hostile).size).toBe(hostile.length)
})
