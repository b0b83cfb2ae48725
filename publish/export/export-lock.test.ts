import { type ChildProcess, spawn } from 'node:child_process'
import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockExport } from './export-lock.ts'
import { processStart } from './running-process.ts'

let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-lock-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/**
 * A process that takes a lock at the time `at` when it receives `{ folder, at }`, reports the result, and releases the
 * lock when asked.
 */
const script = `
  import { lockExport } from '#publish/export/export-lock.ts'
  let lock
  process.on('message', async ({ folder, at, isOver }) => {
    if (isOver) process.exit(130)
    if (folder === undefined) {
      await lock?.[Symbol.asyncDispose]()
      lock = undefined
      return process.send('released')
    }
    while (performance.timeOrigin + performance.now() < at);
    try {
      lock = await lockExport(folder, 'site build')
      process.send('won')
    } catch (error) {
      process.send(error.finding?.code ?? String(error))
    }
  })
  process.send('ready')`

async function startProcess(): Promise<{ child: ChildProcess; ask: (message: object) => Promise<unknown> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  await once(child, 'message')
  return {
    child,
    async ask(message) {
      const answer = once(child, 'message')
      child.send(message)
      return (await answer)[0]
    },
  }
}

const lockFile = () => join(folder, '.lock')
const names = async () => (await readdir(folder)).filter((name) => name.startsWith('.lock'))

/** Writes a lock as a process would have left it. */
async function plant(owner: object): Promise<void> {
  await (await lockExport(folder, 'x'))[Symbol.asyncDispose]()
  const whole = {
    pid: process.pid,
    host: hostname(),
    command: 'site build',
    since: '2026-01-01T00:00:00.000Z',
    ...owner,
  }
  await writeFile(lockFile(), JSON.stringify(whole))
}

it('locks a folder, which it creates and marks, for one build at a time', async () => {
  const out = join(folder, 'new/out')
  const begun = Date.now()
  const lock = await lockExport(out, 'site build --locale all')
  const { since } = JSON.parse(await readFile(join(out, '.lock'), 'utf8'))
  expect(Date.parse(since)).toBeGreaterThanOrEqual(begun)
  await expect(lockExport(out, 'site build')).rejects.toMatchObject({
    finding: {
      code: 'export-locked',
      message: `The output folder "${out}" is in use: process ${process.pid} has been running "site build --locale all" there since ${since}.`,
      hint: 'Wait until that process has ended, or choose another folder with --out.',
    },
  })
  await lock[Symbol.asyncDispose]()
  expect(await readdir(out)).toEqual(['.site-export'])
  await (await lockExport(out, 'site build'))[Symbol.asyncDispose]()
})

it('distinguishes its process from a later one with the same number', async () => {
  await using _lock = await lockExport(folder, 'site build')
  const { pid, start } = JSON.parse(await readFile(join(folder, '.lock'), 'utf8'))
  expect([pid, start]).toEqual([process.pid, processStart(process.pid)])
})

/** Replaces how this process links files. */
function linkBy(link: typeof fs.linkSync): Disposable {
  const { linkSync } = fs
  const put = (used: typeof linkSync): void => {
    fs.linkSync = used
    syncBuiltinESMExports()
  }
  put(link)
  return { [Symbol.dispose]: () => put(linkSync) }
}

it('locks a folder, and takes over a stale lock, when files cannot have a second name', async () => {
  await plant({ pid: 999_999_999 })
  using _ = linkBy(() => {
    throw Object.assign(new Error('EPERM: link'), { code: 'EPERM' })
  })
  await using _lock = await lockExport(folder, 'site build')
  await expect(lockExport(folder, 'site build')).rejects.toMatchObject({ finding: { code: 'export-locked' } })
  expect(await names()).toEqual(['.lock'])
})

it('is refused when another process takes the free lock a moment earlier', async () => {
  const { linkSync } = fs
  const taken = JSON.stringify({ pid: process.pid, host: hostname(), command: 'site build', since: 'now' })
  using _ = linkBy((from, to) => {
    fs.writeFileSync(to, taken)
    linkSync(from, to)
  })
  await expect(lockExport(folder, 'site build')).rejects.toMatchObject({ finding: { code: 'export-locked' } })
  expect(await readFile(lockFile(), 'utf8')).toBe(taken)
})

it('does not touch a foreign folder', async () => {
  await writeFile(join(folder, 'thesis.txt'), 'years of work')
  await expect(lockExport(folder, 'site build')).rejects.toMatchObject({ finding: { code: 'export-not-ours' } })
  expect(await readdir(folder)).toEqual(['thesis.txt'])
})

it('does not remove the lock of another', async () => {
  const lock = await lockExport(folder, 'site build')
  await writeFile(lockFile(), 'of another')
  await lock[Symbol.asyncDispose]()
  expect(await readFile(lockFile(), 'utf8')).toBe('of another')
})

it('does not change how a command ends when its lock is no longer readable', async () => {
  const end = async () => {
    await using _lock = await lockExport(folder, 'site build')
    await rm(lockFile())
    await mkdir(lockFile())
    throw new Error('The disk failed.')
  }
  await expect(end()).rejects.toThrow('The disk failed.')
})

it.each([
  ['of a process that has gone', { pid: 999_999_999 }],
  ['of an earlier process of the same number', { start: 'another-boot:1' }],
  ['without a process', { pid: 'x' }],
  ['of a process group', { pid: -1 }],
])('takes over a lock %s', async (_, owner) => {
  await plant(owner)
  await using _lock = await lockExport(folder, 'site build')
  expect(JSON.parse(await readFile(lockFile(), 'utf8')).pid).toBe(process.pid)
  expect(await names()).toEqual(['.lock'])
})

it.each(['', '{', 'null', '\0'])('takes over the damaged lock %j', async (text) => {
  await plant({})
  await writeFile(lockFile(), text)
  await using _lock = await lockExport(folder, 'site build')
  expect(JSON.parse(await readFile(lockFile(), 'utf8')).pid).toBe(process.pid)
})

it('removes drafts of locks left by killed processes, and no others', async () => {
  const gone = spawn(process.execPath, ['-e', ''])
  await once(gone, 'exit')
  const draft = (pid: number | undefined, host: string): [name: string, text: string] => [
    `.lock-${pid}-${randomUUID()}.tmp`,
    JSON.stringify({ pid, host, command: 'site build', since: 'now' }),
  ]
  const lost = [draft(gone.pid, hostname()), draft(gone.pid, hostname()).with(1, '')]
  const kept = [draft(process.pid, hostname()), draft(gone.pid, 'another-machine')]
  await (await lockExport(folder, 'site build'))[Symbol.asyncDispose]() // marks the folder as ours
  for (const [name = '', text = ''] of [...lost, ...kept]) await writeFile(join(folder, name), text)
  await using _lock = await lockExport(folder, 'site build')
  const left = (await readdir(folder)).filter((name) => name.endsWith('.tmp'))
  expect(left.sort()).toEqual(kept.map(([name]) => name).sort())
})

it('is refused while a running process holds the lock, whether or not its start is known', async () => {
  await plant({})
  await expect(lockExport(folder, 'site build')).rejects.toMatchObject({ finding: { code: 'export-locked' } })
})

it('does not judge the lock of another machine', async () => {
  await plant({ pid: 999_999_999, host: 'build-7' })
  await expect(lockExport(folder, 'site build')).rejects.toMatchObject({
    finding: {
      code: 'export-locked',
      message: `The output folder "${folder}" is in use: process 999999999 on "build-7" has been running "site build" there since 2026-01-01T00:00:00.000Z.`,
      hint: `Wait until that process has ended, or choose another folder with --out. If that machine is gone, delete "${lockFile()}".`,
    },
  })
})

it('is refused when a file is in the place of the folder', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(lockExport(join(folder, 'file'), 'x')).rejects.toMatchObject({ finding: { code: 'export-unwritable' } })
})

it('ends with its process, at its exit or when it is killed', async () => {
  const first = await startProcess()
  expect(await first.ask({ folder, at: 0 })).toBe('won')
  await expect(lockExport(folder, 'site build')).rejects.toThrow(`process ${first.child.pid} has been running`)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  expect(await names()).toEqual(['.lock'])

  const second = await startProcess()
  expect(await second.ask({ folder, at: 0 })).toBe('won')
  second.child.send({ isOver: true })
  await once(second.child, 'exit')
  expect(await names()).toEqual([])
})

it('is held by exactly one of several processes that request it at the same time', async () => {
  const processes = await Promise.all([1, 2, 3].map(startProcess))
  for (let round = 0; round < 60; round++) {
    const out = join(folder, `${round}`)
    await mkdir(out)
    await writeFile(join(out, '.site-export'), '')
    const stale = JSON.stringify({ pid: 999_999_999, host: hostname(), command: 'x', since: 'x' })
    if (round % 3 > 0) await writeFile(join(out, '.lock'), stale)
    if (round % 3 > 1)
      await writeFile(join(out, `.lock-after-${hash('sha256', stale)}`), 'of one that died taking over')
    const at = Date.now() + 4
    const answers = await Promise.all(processes.map(({ ask }) => ask({ folder: out, at })))
    expect(answers.sort(), `round ${round}`).toEqual(['export-locked', 'export-locked', 'won'])
    expect((await readdir(out)).sort()).toEqual(['.lock', '.site-export'])
    await Promise.all(processes.map(({ ask }) => ask({})))
    expect(await readdir(out)).toEqual(['.site-export'])
  }
})
