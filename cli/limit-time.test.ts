import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { TimeLimitError } from '#content/finding.ts'
import { limitTime } from './limit-time.ts'

it('is the signal itself where there is no limit', () => {
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

it('ends what takes longer, and says after what time', () => {
  expect(run('mock.timers.tick(6999)').stdout).toBe('goes on false undefined false\n')
  expect(run('mock.timers.tick(7000)').stdout).toBe(`goes on true TimeLimitError: ${message} false\n`)
})

it('is ended by an interruption as well', () => {
  expect(run("interruption.abort(new Error('interrupted'))").stdout).toBe('goes on true Error: interrupted true\n')
})

/** A command that reacts to nothing. Its clock is advanced by these steps, in milliseconds, one after the other. */
const deaf = (steps: number[], before = '') =>
  run(`${before}\nfor (const step of ${JSON.stringify(steps)}) mock.timers.tick(step)`)

it('ends the process of a command that does not end by itself, five seconds later, and tells why', () => {
  const { status, stdout, stderr } = deaf([7000, 5000])
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(`Error: ${message}\n`)
  expect(deaf([7000, 4999]).stdout).toContain('goes on')
  expect(deaf([6999, 5000]).stdout).toContain('goes on')
})

it('ends it also where a thread is at work that nothing stops', () => {
  const work = `
    const { pbkdf2 } = await import('node:crypto')
    pbkdf2('a', 'b', 2 ** 31 - 1, 8, 'sha512', () => {})
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300) // until it has begun`
  const { status, stderr } = deaf([7000, 5000], work)
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
})

it('kills the process whose code does not come to an end, and tells why', () => {
  const { signal, stdout, stderr } = run('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', 1)
  expect([signal, stdout]).toEqual(['SIGKILL', ''])
  expect(stderr).toContain(`Error: ${new TimeLimitError(1).message}\nThe command was killed`)
})

it('does not tell it again where the command has told how it ended', () => {
  expect(deaf([7000, 5000], 'process.exitCode = 1').stderr).not.toContain('Error: ')
})
