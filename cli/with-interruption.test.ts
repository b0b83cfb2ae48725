import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, vi } from 'vitest'

/**
 * Runs a few lines as a command in a separate process. Sends the first signal once it has printed something, and the
 * second once it has noticed the first.
 */
async function interrupted(command: string, signals: NodeJS.Signals[]): Promise<number> {
  const script = `
    import { untilInterrupted, withInterruption } from '${resolve('cli/with-interruption.ts')}'
    process.exitCode = await withInterruption(async (signal) => {
      signal.addEventListener('abort', () => console.log('heard'))
      console.log('begun'); ${command} })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  for (const signal of signals) {
    await once(child.stdout, 'data') // two equal signals at the same time would be delivered as one
    child.kill(signal)
  }
  const [code] = (await once(child, 'exit')) as [number]
  return code
}

it.each([
  ['ends by itself', 'setInterval(() => {}, 1000); await untilInterrupted(signal); return 130', ['SIGINT']],
  ['does not hear of it', 'await new Promise((done) => setTimeout(done, 60_000)); return 0', ['SIGTERM']],
  [
    'has had 0.9 s',
    `const { mock } = await import('node:test'); mock.timers.enable({ apis: ['setTimeout'] })
     signal.addEventListener('abort', () => mock.timers.tick(900)); setInterval(() => process.exit(5), 100_000)
     await new Promise(() => {})`,
    ['SIGINT'],
  ],
  [
    'has work in a thread that nothing stops',
    `(await import('node:crypto')).pbkdf2('a', 'b', 2 ** 31 - 1, 8, 'sha512', () => {}); await untilInterrupted(signal); return 130`,
    ['SIGINT'],
  ],
  [
    'crashes in a thread while another program replaces it',
    `const { execve } = process
     process.execve = (...program) => { process.kill(process.pid, 'SIGSEGV'); execve(...program) }
     setInterval(() => {}, 1000); await untilInterrupted(signal); return 130`,
    ['SIGINT'],
  ],
] as [string, string, NodeJS.Signals[]][])('a command that %s ends with 130', async (_name, command, signals) => {
  expect(await interrupted(command, signals)).toBe(130)
})

it('ends immediately on the second interruption, without waiting for its time limit', async () => {
  const stopClock = `const { mock } = await import('node:test'); mock.timers.enable({ apis: ['setTimeout'] })`
  const hangs = `setInterval(() => process.exit(5), 100_000); await new Promise(() => {})`
  expect(await interrupted(`${stopClock}; ${hangs}`, ['SIGTERM', 'SIGTERM'])).toBe(130)
})

it('gives a command time to end when its reader is gone, and exits with 141', async () => {
  const script = `
    import { untilInterrupted, withInterruption } from '${resolve('cli/with-interruption.ts')}'
    await withInterruption(async (signal) => {
      setInterval(() => console.log('line'), 1)
      await untilInterrupted(signal)
      for (let lost = 0; lost < 12; lost += 1) await new Promise((done) => process.stdout.write('lost\\n', done))
      console.error('tidied')
      return 130 })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  let reported = ''
  child.stderr.on('data', (chunk) => {
    reported += chunk
  })
  child.stdout.once('data', () => child.stdout.destroy())
  expect([await once(child, 'close'), reported]).toEqual([[141, null], 'tidied\n'])
})

it('exits with 141 without a word when the reader is gone during the last output', async () => {
  const script = `
    import { withInterruption } from '${resolve('cli/with-interruption.ts')}'
    process.exitCode = await withInterruption(async () => {
      process.stdout.write('line\\n'.repeat(500_000))
      return 0 })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  let reported = ''
  child.stderr.on('data', (chunk) => {
    reported += chunk
  })
  // After 100 ms the pipe is full.
  child.stdout.once('readable', () => setTimeout(() => child.stdout.destroy(), 100))
  expect([await once(child, 'close'), reported]).toEqual([[141, null], ''])
})

it.skipIf(!existsSync('/dev/full'))(
  'reports that the output of the command is on a full disk, and exits with 2',
  () => {
    const stdout = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, ['cli/site.js', '--help'], {
      stdio: ['ignore', stdout, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(stdout)
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('Error: The output of the command cannot be written.'),
    ])
  },
)

it('returns the exit code of a command that is not interrupted', async () => {
  const { withInterruption } = await import('./with-interruption.ts')
  const listeners = () => [process.listenerCount('SIGINT'), process.stdout.listenerCount('error')]
  const before = listeners()
  expect(await withInterruption(async ({ aborted }) => (aborted ? 1 : 7))).toBe(7)
  expect(listeners()).toEqual(before)
})

it.runIf(process.platform === 'linux')('exits with 130 when its terminal is closed, even while it prints', async () => {
  const ended = join(mkdtempSync(join(tmpdir(), 'site-terminal-')), 'ended')
  const script = `
    import { writeFileSync } from 'node:fs'
    import { untilInterrupted, withInterruption } from '${resolve('cli/with-interruption.ts')}'
    process.on('exit', (code) => writeFileSync('${ended}', String(code)))
    process.once('uncaughtException', () => process.exit(1))
    await withInterruption(async (signal) => {
      setInterval(() => console.log('line'), 1)
      await untilInterrupted(signal)
      return 130 })`
  const command = `exec '${process.execPath}' --input-type=module -e "$SCRIPT"`
  const env = { ...process.env, SHELL: '/bin/sh', SCRIPT: script }
  const terminal = spawn('script', ['--quiet', '--command', command, '/dev/null'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(terminal.stdout, 'data')
  terminal.kill('SIGKILL')
  await vi.waitUntil(() => existsSync(ended), { timeout: 100_000 })
  await vi.waitUntil(() => readFileSync(ended, 'utf8') !== '', { timeout: 100_000 })
  expect(readFileSync(ended, 'utf8')).toBe('130')
})
