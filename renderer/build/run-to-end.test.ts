import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { identityOf, openAnswerStore, type ServiceIdentity } from '#content/answers/answer-store.ts'
import { TimeLimitError } from '#content/finding.ts'
import { readPageStore } from '#renderer/reads/page-store.ts'
import { startRun } from './report.ts'
import { runToEnd } from './run-to-end.ts'

const own: ServiceIdentity = { api: 'https://content.example/api', token: 'right' }
const text = 'A page'
const interruption = new Error('interrupted')

/** Opens an empty file of answers. `run` does runs that read one document, and `finds` says whether it is kept. */
function openFile() {
  const folder = mkdtempSync(join(tmpdir(), 'run-to-end-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const open = (of: ServiceIdentity) =>
    openAnswerStore(join(folder, 'answers.sqlite'), identityOf(of), identityOf({ ...of, token: '' }))
  const close = vi.fn(async () => {})
  return {
    close,
    async run(of: ServiceIdentity, reason?: Error, discard = async () => {}) {
      using answers = open(of)
      using pages = readPageStore(undefined)
      const ending = new AbortController()
      const opened = {
        job: { signal: ending.signal },
        run: startRun({ engine: 'react', locales: ['en'] }),
        writer: { discard, notice: undefined },
        memory: { answers, pages },
        client: { counts: { total: 1, retried: 0, notModified: 0, failed: 0 }, close },
      }
      return await runToEnd(opened, async () => {
        answers.keep('page', { address: 'api:/page', status: 200, hash: hash('sha256', text) }, Buffer.from(text))
        if (reason) ending.abort(reason)
        ending.signal.throwIfAborted()
      })
    },
    finds(of: ServiceIdentity) {
      using answers = open(of)
      return answers.find('page') !== undefined
    },
  }
}

it.each([
  ['another service', { ...own, api: 'https://mistyped.example/api' }],
  ['another token', { ...own, token: 'wrong' }],
])('A run with %s replaces the earlier answers at its time limit, but not if interrupted', async (_, of) => {
  const { run, finds } = openFile()
  await run(own)
  await expect(run(of, interruption)).rejects.toThrow(interruption)
  expect([finds(own), finds(of)]).toEqual([true, false])
  await run(of, new TimeLimitError(7))
  expect([finds(own), finds(of)]).toEqual([false, true])
})

it('An interrupted run keeps its answers and closes its client before it removes staged files, which can fail or take long', async () => {
  const { run, finds, close } = openFile()
  const failure = new Error('A folder cannot be removed.')
  await expect(run(own, interruption, () => Promise.reject(failure))).rejects.toThrow(failure)
  expect(finds(own)).toBe(true)
  expect(close).toHaveBeenCalled()
})
