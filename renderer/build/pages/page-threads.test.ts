import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { startPageThreads } from './page-threads.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-threads-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { data } = testSite({ locales: { pl: smallSite() } })

const page = (file: string) => ({ locale: 'pl', file })

/** Starts threads that run this code for each message. */
function start(code: string, count = 1) {
  const script = join(folder, `${code.length}.cjs`)
  writeFileSync(
    script,
    `const { parentPort, workerData, threadId } = require('node:worker_threads')
     const { deserialize } = require('node:v8')
     const content = deserialize(workerData.contents.get('pl'))
     parentPort.on('message', async (tasks) => { ${code} })`,
  )
  return startPageThreads({ count, script, data, engine: 'react', folder: '/staged' })
}

test('Each thread gets the whole site, and answers requests in their order', async () => {
  await using started = await start(
    'parentPort.postMessage(tasks.map(({ file }) => ({ told: [file, content.routes.length, workerData.folder] })))',
    2,
  )
  const told = await Promise.all(
    started.threads.flatMap(({ make }) => [make([page('a'), page('b')]), make([page('c')])]),
  )
  const of = (file: string) => ({ told: [file, data.contents.get('pl')?.routes.length, '/staged'] })
  expect(told).toEqual([[of('a'), of('b')], [of('c')], [of('a'), of('b')], [of('c')]])
})

test.each([
  ['leaves', 'process.exit(3)', 'it exited with the code 3'],
  ['throws', "throw new Error('broken')", 'broken'],
  [
    'answers what nests too deep to be read here',
    'for (var deep = [], at = 0; at < 8000; at += 1) deep = [deep]; parentPort.postMessage(deep)',
    'Maximum call stack size exceeded',
  ],
])('A thread that %s fails all of its requests, with the reason', async (_, code, reason) => {
  await using started = await start(code)
  const [thread] = started.threads
  const asked = [thread?.make([page('a')]), thread?.make([page('b')])]
  const failure = {
    finding: {
      code: 'worker-ended',
      message: `A thread that renders pages ended before its work was done: ${reason}.`,
      hint: 'Build again with --workers 0, which renders in one process and reports more about the cause.',
    },
  }
  for (const one of asked) await expect(one).rejects.toMatchObject(failure)
  await started[Symbol.asyncDispose]() // the reason stays the first one
  await expect(thread?.make([page('c')])).rejects.toMatchObject(failure)
})

test('A thread that exceeds its memory ends, with advice', async () => {
  const taking =
    'for (var all = []; all.length < 600; ) all.push(new Array(2 ** 17).fill(0.5)); parentPort.postMessage([])'
  await using started = await start(taking)
  await expect(started.threads[0]?.make([page('a')])).rejects.toMatchObject({
    finding: {
      code: 'worker-ended',
      hint: 'Build again with --workers 0. A single process may use more memory than a thread.',
    },
  })
})

test('Threads end when they are disposed, even in an endless loop', async () => {
  const started = await start('for (;;) {}')
  const asked = started.threads[0]?.make([page('a')])
  const failed = expect(asked).rejects.toMatchObject({ finding: { code: 'worker-ended' } })
  await started[Symbol.asyncDispose]()
  await failed
})
