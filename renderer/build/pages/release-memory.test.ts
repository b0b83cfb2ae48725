import { existsSync, readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { releaseMemory } from './release-memory.ts'

test('frees memory that is no longer used', async () => {
  const objects = Array.from({ length: 1_000_000 }, (_, index) => ({ index }))
  const held = process.memoryUsage().heapTotal
  objects.length = 0
  await releaseMemory()
  expect(process.memoryUsage().heapTotal).toBeLessThan(held - 16 * 2 ** 20)
})

test('gives other code no way to collect garbage', async () => {
  await releaseMemory()
  expect(globalThis).not.toHaveProperty('gc')
})

/** Where Linux lists the processes that this one has started. */
const children = `/proc/${process.pid}/task/${process.pid}/children`

test.runIf(existsSync(children))('ends the process of esbuild, which starts again on demand', async () => {
  const bundle = () => build({ stdin: { contents: 'export default 1' }, write: false })
  const processes = () => readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).length
  const before = processes()
  await bundle()
  expect(processes()).toBe(before + 1)
  await releaseMemory()
  await expect.poll(processes).toBe(before)
  expect((await bundle()).outputFiles).toHaveLength(1)
})
