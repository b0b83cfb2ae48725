import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TimeLimitError } from '#content/finding.ts'
import { limitTime } from './limit-time.ts'

// The real clock would end the process of the test five seconds after a limit.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('is the signal itself where there is no limit', () => {
  const { signal } = new AbortController()
  expect(limitTime(signal, {})).toBe(signal)
})

it('ends what takes longer, and says after what time', () => {
  const { signal } = new AbortController()
  const limited = limitTime(signal, { timeout: 7 })
  vi.advanceTimersByTime(6999)
  expect(limited.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(limited.reason).toBeInstanceOf(TimeLimitError)
  expect((limited.reason as Error).message).toBe(new TimeLimitError(7).message)
  expect(signal.aborted).toBe(false)
})

it('is ended by an interruption as well', () => {
  const interruption = new AbortController()
  const limited = limitTime(interruption.signal, { timeout: 60 })
  interruption.abort(new Error('interrupted'))
  expect(limited.reason).toEqual(new Error('interrupted'))
})

/** A command that hears of nothing, whose clock is put forward by so many milliseconds, one after the other. */
function deaf(timeout: number, steps: number[], before = '') {
  const script = `
    import { mock } from 'node:test'
    import { limitTime } from '${resolve('cli/limit-time.ts')}'
    const tick = setInterval(() => {}, 1000)
    mock.timers.enable({ apis: ['setTimeout'] })
    limitTime(new AbortController().signal, { timeout: ${timeout} })
    ${before}
    for (const step of ${JSON.stringify(steps)}) mock.timers.tick(step)
    clearInterval(tick)
    console.log('goes on')`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 100_000,
  })
  return { status, stdout, stderr }
}

it('ends the process of a command that does not end by itself, five seconds later, and tells why', () => {
  const { status, stdout, stderr } = deaf(7, [7000, 5000])
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(`Error: ${new TimeLimitError(7).message}\n`)
  expect(deaf(7, [7000, 4999]).stdout).toBe('goes on\n')
  expect(deaf(7, [6999, 5000]).stdout).toBe('goes on\n')
})

it('ends it also where a thread is at work that nothing stops', () => {
  const work = `
    const { pbkdf2 } = await import('node:crypto')
    pbkdf2('a', 'b', 2 ** 31 - 1, 8, 'sha512', () => {})
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300) // until it has begun`
  const { status, stderr } = deaf(7, [7000, 5000], work)
  expect([status, stderr]).toEqual([1, expect.stringContaining(new TimeLimitError(7).message)])
})

it('does not tell it again where the command has told how it ended', () => {
  expect(deaf(7, [7000, 5000], 'process.exitCode = 1').stderr).not.toContain('Error: ')
})
