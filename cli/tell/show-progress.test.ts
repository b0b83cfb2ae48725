import { stripVTControlCharacters } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { textStream } from '#tests/text-stream.ts'
import { showProgress } from './show-progress.ts'

it('writes a plain line for each stage when there is no terminal', async () => {
  const { stream, text } = textStream()
  const progress = await showProgress(stream)
  progress.stop(true) // no stage has begun
  progress.onStage('crawl')
  progress.onCount(3, 7)
  progress.onNote?.('The service is ill.')
  progress.onStage('other')
  progress.stop(false)
  progress[Symbol.dispose]() // already reported
  expect(text()).toMatch(
    /^The service is ill\.\nReading content: 3 \(\d+ a second\) in \d+\.\d\d s\nstopped: other in \d+\.\d\d s\n$/,
  )
})

it.each([
  ...['crawl', 'plan', 'bundle', 'pictures', 'compare', 'render', 'encode', 'publish'], // of a build
  ...['part', 'verify'], // of a shard and of `site verify`
])('names the stage "%s" in words', async (name) => {
  const { stream, text } = textStream()
  const progress = await showProgress(stream)
  progress.onStage(name)
  progress.stop(true)
  expect(text()).toMatch(/^[A-Z][a-z]+ing [a-z ]+ in |^Publishing in /)
})

it('says that a stage was cut short if it still runs when the command ends', async () => {
  const { stream, text } = textStream()
  const progress = await showProgress(stream)
  progress.onStage('crawl')
  progress[Symbol.dispose]()
  expect(text()).toMatch(/^stopped: Reading content in /)
})

it('updates one line on a terminal, with notes above it', async () => {
  vi.stubEnv('CI', undefined)
  vi.stubEnv('TERM', 'xterm')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { stream, text } = textStream()
  const noop = (): boolean => true
  const terminal = { isTTY: true, columns: 80, cursorTo: noop, clearLine: noop, moveCursor: noop }
  using progress = await showProgress(Object.assign(stream, terminal))
  progress.onStage('crawl')
  progress.onCount(3, 7)
  await expect.poll(text).toMatch(/Reading content: 3 of 7 \(\d+ a second\)/)
  progress.onNote?.('The service is ill.')
  progress.stop(true)
  progress.onStage('other')
  progress.stop(false)
  expect(stripVTControlCharacters(text())).toMatch(
    /… The service is ill\.\n.*✔ Reading content: 3 \(\d+ a second\) in .*✖ other in /s,
  )
})

it.each([
  ['the terminal of a CI system', '1', 80],
  ['a terminal without a width', undefined, 0],
])('writes plain lines to %s, which cannot update a line', async (_, ci, columns) => {
  vi.stubEnv('CI', ci)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { stream, text } = textStream()
  const progress = await showProgress(Object.assign(stream, { isTTY: true, columns }))
  progress.onStage('crawl')
  progress.stop(true)
  expect(text()).toMatch(/^Reading content in \d+\.\d\d s\n$/)
})

it('prints the progress of a stage once a minute when there is no terminal', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { stream, text } = textStream()
  const progress = await showProgress(stream)
  progress.onStage('encode')
  for (const [at, ms] of [40_000, 40_000, 40_000, 40_000, 59_999, 1].entries()) {
    vi.advanceTimersByTime(ms)
    progress.onCount(at + 1, 9)
  }
  const line = (done: number): string => `Encoding pictures: ${done} of 9 (0 a second) …\n`
  expect(text()).toBe([2, 4, 6].map(line).join(''))
})
