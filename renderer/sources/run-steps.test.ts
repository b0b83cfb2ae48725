import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPageStore } from '#renderer/reads/page-store.ts'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { openSourceChecksums } from './file-stamp.ts'
import { runSteps } from './run-steps.ts'

let root: string
let writer: ReturnType<typeof openMemoryWriter>

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-steps-'))
  writer = openMemoryWriter()
  await writeFile(join(root, 'source.css'), 'red')
})
afterEach(() => rm(root, { recursive: true, force: true }))

let made = 0
async function build(inputs: unknown, text = 'made'): Promise<number> {
  const file = join(root, 'pages.sqlite')
  using store = openPageStore(file, 'tools')
  const steps = runSteps({ store, writer, ...openSourceChecksums(root) })
  const count = await steps.run({ name: 'styles', inputs }, async (door) => {
    made += 1
    await door.write('styles.css', text)
    return { result: made, sources: ['source.css', 'node_modules/x.css'] }
  })
  await writer.commit()
  store.save({ ...store.previous, steps: steps.known })
  return count
}

test('A step with the same inputs and sources is not run again; its files and its result stay', async () => {
  const first = await build({ a: 1 })
  expect(await build({ a: 1 })).toBe(first)
  expect(Buffer.from(writer.files.get('styles.css') ?? []).toString()).toBe('made')
})

test('A step runs after a change of its inputs, sources or files, or without a source', async () => {
  const first = await build({ a: 1 })
  const second = await build({ a: 2 })
  expect(second).toBe(first + 1)
  await writeFile(join(root, 'source.css'), 'blue')
  expect(await build({ a: 2 })).toBe(first + 2)
  await rm(join(root, 'source.css'))
  expect(await build({ a: 2 })).toBe(first + 3)
  expect(await build({ a: 2 })).toBe(first + 3)
  writer.files.set('styles.css', Buffer.from('forged'))
  expect(await build({ a: 2 })).toBe(first + 4)
})
