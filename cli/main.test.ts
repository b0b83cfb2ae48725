import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { captureOutput } from '#tests/fixtures/own-site.ts'
import { main } from './main.ts'

it.each([
  [['--version'], 0, /^$/],
  [['bulid'], 2, /^error: unknown command 'bulid'/],
  [
    ['redirects', 'ad', '/a', '/b'],
    2,
    /^error: unknown command 'ad'\n\(The commands of redirects are add, add-moved, add-gone\.\)\n/,
  ],
  [['redirects', 'add', '/a', '/b', '/c', '--config', 'missing.ts'], 2, /^error: too many arguments for 'add'/],
  [
    ['explain', '/blog', '--out', 'no-export-here', '--cache', 'no-cache-here'],
    2,
    /^Error: .* has no page "\/blog"\.\n/,
  ],
  [['merge', 'no-part-here', '--out', 'no-export-here', '--cache', 'no-cache-here'], 2, /^Error: .*no-part-here/],
])('site %j ends with %i', async (args, code, words) => {
  const { result, stderr } = await captureOutput(() => main(['node', 'site', ...args]))
  expect([result, stderr]).toEqual([code, expect.stringMatching(words)])
})

const { started } = vi.hoisted(() => ({ started: [] as object[] }))
vi.mock('./commands/build.ts', () => ({ build: async (options: object) => void started.push(options) }))

it('renders in threads of the compiled program', async () => {
  await captureOutput(() => main(['node', 'site', 'build'], '/compiled'))
  expect(started).toMatchObject([{ pageThread: join('/compiled', 'page-thread.cjs') }])
})

it('uses no proxy for this machine', async () => {
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  vi.stubEnv('NO_PROXY', 'cms.example')
  onTestFinished(() => void vi.unstubAllEnvs())
  await captureOutput(() => main(['node', 'site', '--version']))
  expect(process.env.NO_PROXY ?? process.env.no_proxy).toBe('cms.example,127.0.0.1,localhost,::1')
})

/** Runs a script in a separate process, and calls `begun` with the process. */
async function run(args: string[], begun = async (_child: ChildProcess): Promise<void> => {}) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const closed = once(child, 'close') as Promise<[number]>
  await begun(child)
  const [code] = await closed
  return { code, stderr }
}

it('exits with 130 when a command is interrupted, and does not call that an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-main-'))
  const silent = createServer()
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo // a server that listens on a port has this kind of address
  const folders = ['--out', join(folder, 'out'), '--cache', join(folder, 'cache')]
  const args = ['cli/site.js', 'build', '--api', `http://127.0.0.1:${port}/api`, '--no-ledger', ...folders]
  const { code, stderr } = await run(args, async (child) => {
    await once(silent, 'request')
    child.kill('SIGINT')
  })
  silent.closeAllConnections()
  silent.close()
  await rm(folder, { recursive: true, force: true })
  expect([code, stderr]).toEqual([130, expect.not.stringContaining('Error:')])
})

it.each([
  ['--help', 'stdout'],
  ['cache --cache no-cache-here', 'stdout'],
  ['bulid', 'stderr'],
  ['explain /blog --out no-export-here --cache no-cache-here', 'stderr'],
] as const)('ends "site %s" with 141 and without a word when the reader of %s is gone', async (args, stream) => {
  // The shell waits for a line, so that the pipe is closed before the command begins.
  const child = spawn('sh', ['-c', 'read line && exec "$@"', 'sh', process.execPath, 'cli/site.js', ...args.split(' ')])
  const other = stream === 'stdout' ? child.stderr : child.stdout
  let reported = ''
  other.on('data', (chunk) => {
    reported += chunk
  })
  child[stream].destroy()
  await once(child[stream], 'close')
  child.stdin.end('begin\n')
  expect([await once(child, 'close'), reported]).toEqual([[141, null], ''])
})

it('reports an error that nothing awaits in words, exits with 1, and logs to stderr', async () => {
  const script = `import { main } from '${resolve('cli/main.ts')}'
    await main(['node', 'site', '--version'])
    console.log('logged')
    setTimeout(() => { throw Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' }) })`
  const { code, stderr } = await run(['--input-type=module', '-e', script])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^logged\nError: /)
})

it.each([
  ['process.exit(0)', 'Remove calls of "process.exit"'],
  ['await new Promise(() => {})', 'waits for something that never happens'],
])('fails if the settings run %j', async (code, step) => {
  const folder = await mkdtemp(join(tmpdir(), 'site-main-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'site.config.ts'), `${code}\nexport default {}\n`)
  const args = ['redirects', '--config', join(folder, 'site.config.ts')]
  const { code: exitCode, stderr } = await run(['cli/site.js', ...args])
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(step)])
})
