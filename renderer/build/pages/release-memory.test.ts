import { expect, test } from 'vitest'
import { releaseMemory } from './release-memory.ts'

test('gives back the memory of what is used no more', () => {
  const objects = Array.from({ length: 1_000_000 }, (_, index) => ({ index }))
  const held = process.memoryUsage().heapTotal
  objects.length = 0
  releaseMemory()
  expect(process.memoryUsage().heapTotal).toBeLessThan(held - 16 * 2 ** 20)
})

test('leaves no way to collect garbage to other code', () => {
  releaseMemory()
  expect(globalThis).not.toHaveProperty('gc')
})
