import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Chain, openChain } from './chain.ts'
import { differences } from './compare-exports.ts'
import { randomFrom } from './sample.ts'

// Runs many builds, one after the other.
vi.setConfig({ testTimeout: 0 })

let chain: Chain

beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain.close())

function startProcess(): ChildProcess {
  const script = resolve('tests/incremental/serve-builds.ts')
  return fork(script, { execArgv: ['--import', 'tsx'], env: { ...process.env, NODE_ENV: 'production' } })
}

test('After builds that were killed at any time, the next build equals a clean one', async () => {
  const before = chain.options.locales
  const after = structuredClone(before)
  for (const locale of ['pl', 'en', 'de']) {
    const content = after[locale]
    for (const page of Object.values(content?.pages ?? {})) page.title = `${page.title}, changed`
    if (content?.nodes) content.nodes = content.nodes.filter(({ slug }) => slug !== '/bare')
  }
  const { files: wholeBefore } = await chain.build()
  chain.options.locales = after
  const wholeAfter = await chain.buildCleanly()

  const random = randomFrom(3)
  const rounds = Number(process.env.KILLS ?? (process.env.MUTATIONS === 'all' ? 15 : 2))
  let killed = 0
  // Measures a complete build on this machine, in a process that has already loaded the code.
  const timed = startProcess()
  timed.send(chain.job)
  await once(timed, 'message')
  chain.options.locales = before
  const from = performance.now()
  timed.send(chain.job)
  await once(timed, 'message')
  const duration = performance.now() - from
  timed.kill()

  let isAfter = false
  for (let round = 0; round < rounds; round += 1) {
    isAfter = !isAfter
    const child = startProcess()
    // The first build loads the code and changes nothing.
    child.send(chain.job)
    await once(child, 'message')
    chain.options.locales = isAfter ? after : before
    child.send(chain.job)
    const built = once(child, 'message').then(() => 'built')
    const outcome = await Promise.race([built, wait(random() * duration * 1.2, 'killed')])
    if (outcome === 'killed') killed += 1
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    const { report, files } = await chain.build()
    expect(report.isPublished).toBe(true)
    expect(differences(files, isAfter ? wholeAfter : wholeBefore), `round ${round}`).toEqual([])
  }
  expect(killed).toBeGreaterThan(0)
})
