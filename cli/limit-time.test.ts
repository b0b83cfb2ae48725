import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { TimeLimitError } from '#content/finding.ts'
import { limitTime } from './limit-time.ts'

it('is the signal itself if there is no limit', () => {
  const { signal } = new AbortController()
  expect(limitTime(signal, {})).toBe(signal)
})

/** Runs code in a separate process, which the time limit ends. `limited` is the signal of the limit. */
function run(code: string, timeout = 7) {
  const script = `
    import { mock } from 'node:test'
    import { limitTime } from '${resolve('cli/limit-time.ts')}'
    const tick = setInterval(() => {}, 1000)
    mock.timers.enable({ apis: ['setTimeout'] })
    const interruption = new AbortController()
    const limited = limitTime(interruption.signal, { timeout: ${timeout} })
    ${code}
    clearInterval(tick)
    console.log('goes on', limited.aborted, String(limited.reason), interruption.signal.aborted)`
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 100_000,
  })
  return { status, signal, stdout, stderr }
}

const { message } = new TimeLimitError(7)

it('aborts work that takes longer, and reports the limit', () => {
  expect(run('mock.timers.tick(6999)').stdout).toBe('goes on false undefined false\n')
  expect(run('mock.timers.tick(7000)').stdout).toBe(`goes on true TimeLimitError: ${message} false\n`)
})

it('is also aborted by an interruption', () => {
  expect(run("interruption.abort(new Error('interrupted'))").stdout).toBe('goes on true Error: interrupted true\n')
})

/** A command that reacts to nothing. Its clock is advanced by these steps, in milliseconds, one after the other. */
const deaf = (steps: number[], before = '') =>
  run(`${before}\nfor (const step of ${JSON.stringify(steps)}) mock.timers.tick(step)`)

it('exits five seconds later if the command does not end by itself, and reports why', () => {
  const { status, stdout, stderr } = deaf([7000, 5000])
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(`Error: ${message}\n`)
  expect(deaf([7000, 4999]).stdout).toContain('goes on')
  expect(deaf([6999, 5000]).stdout).toContain('goes on')
})

it('exits even if a thread runs endless code', () => {
  const work = `
    const { pbkdf2 } = await import('node:crypto')
    pbkdf2('a', 'b', 2 ** 31 - 1, 8, 'sha512', () => {})
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300) // until it has begun`
  const { status, stderr } = deaf([7000, 5000], work)
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
})

it('kills the process if its own code is endless, and reports why', () => {
  const from = performance.now()
  const { signal, stdout, stderr } = run('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', 1)
  expect(performance.now() - from).toBeGreaterThan(8000) // not before it could have ended by itself
  expect([signal, stdout]).toEqual(['SIGKILL', ''])
  expect(stderr).toContain(`Error: ${new TimeLimitError(1).message}\nThe command was killed`)
})

it('does not report it again if the command has already reported its end', () => {
  expect(deaf([7000, 5000], 'process.exitCode = 1').stderr).not.toContain('Error: ')
})
