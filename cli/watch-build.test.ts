import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { canLimitWatches, withoutWatches } from '#tests/fixtures/without-watches.ts'
import { isSoak } from '#tests/is-soak.ts'

/** Watches as the command does. Without `--watch` it acts as the build, which takes a while to end. */
const program = `import { existsSync } from 'node:fs'
import { watchBuild } from '${pathToFileURL(resolve('cli/watch-build.ts'))}'
const say = (words) => process.stderr.write(words + '\\n')
const args = process.argv.slice(2)
if (args.includes('--watch')) {
  const interruption = new AbortController()
  process.once('SIGTERM', () => interruption.abort(new Error('watched')))
  const { signal } = interruption
  const watching = watchBuild({ toolRoot: process.cwd(), siteRoot: process.cwd(), config: 'site.config.ts', poll: 7, signal })
  await watching.catch(({ message }) => say(message))
} else if (existsSync('blocks/broken.ts')) process.exit(1)
else if (existsSync('blocks/endless.ts')) {
  process.once('SIGTERM', () => {})
  process.once('SIGINT', () => {})
  say('begun ' + process.pid)
  for (;;);
} else {
  const life = setInterval(() => {}, 1000)
  process.once('SIGTERM', () => setTimeout(() => (say('ended'), process.exit(130)), 300))
  process.once('disconnect', () => clearInterval(life))
  say('begun ' + [...process.execArgv, ...args].join(' '))
}
`
let root: string
let watcher: ChildProcess
let said: string

const put = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), text)
}
const saying = (words: string) => expect.poll(() => said).toContain(words)

async function watch(...args: string[]): Promise<void> {
  await watchAs([process.execPath, 'watch.mjs'], args)
}
async function watchAs(before: string[], args: string[]): Promise<void> {
  const [program = '', ...rest] = [...before, ...args]
  watcher = spawn(program, rest, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  watcher.stderr?.on('data', (chunk) => {
    said += chunk
  })
  await saying('begun ')
}
async function interrupt(): Promise<void> {
  const closed = once(watcher, 'close')
  watcher.kill('SIGTERM')
  await closed
}

beforeEach(async () => {
  said = ''
  root = await mkdtemp(join(tmpdir(), 'site-watch-'))
  await put('watch.mjs', program)
  await put('site.config.ts', '')
  for (const file of ['blocks/one.ts', 'locales/pl.json', 'demo/one.ts']) await put(file, '')
})
afterEach(async () => {
  watcher.kill('SIGKILL')
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
})

const commands = [
  [['build', '--watch', '--out', 'o'], 'begun build --out o --poll 7'],
  [['build', '--poll', '60', '--watch', '--strict'], 'begun build --strict --poll 7'],
  [['build', '--poll=60', '--watch'], 'begun build --poll 7'],
]
it.each(isSoak ? commands : commands.slice(0, 1))(
  'of %j builds by polling, at the given interval',
  async (args, words) => {
    await watch(...args)
    expect(said).toContain(`${words}\n`)
  },
)

it('passes the options of Node on to builds', async () => {
  await watchAs([process.execPath, '--no-warnings', 'watch.mjs'], ['build', '--watch'])
  expect(said).toContain('begun --no-warnings build --poll 7\n')
})

it('builds again in a new process when the last one has ended, and ends with it', async () => {
  await watch('build', '--watch')
  await put('blocks/one.ts', 'changed')
  await expect.poll(() => said.split('begun ').length).toBe(3)
  expect(said).toMatch(/Changed: blocks\/one\.ts\nended\nbegun /)
  await put('site.config.ts', 'changed')
  await expect.poll(() => said.split('begun ').length).toBe(4)
  expect(said).toContain('Changed: site.config.ts\n')
  await put('package-lock.json', 'changed')
  await saying('Changed: package-lock.json\n')
  await expect.poll(() => said.split('begun ').length).toBe(5)
  await interrupt()
  expect(said).toMatch(/ended\nwatched\n$/)
})

it('ignores files that no build uses, and names five files of many', async () => {
  await watch('build', '--watch')
  await put('demo/one.ts', 'changed')
  await put('blocks/one.test.ts', 'new')
  const edit = (names: string) => () => {
    for (const name of names) writeFileSync(join(root, `locales/${name}.json`), String(performance.now()))
    return said
  }
  await expect.poll(edit('abcde'), { interval: 500 }).toMatch(/Changed: (locales\/\w\.json, ){4}locales\/\w\.json\n/)
  await expect.poll(edit('abcdef'), { interval: 500 }).toMatch(/Changed: (locales\/\w\.json, ){4}locales\/\w\.json …\n/)
  expect(said).not.toMatch(/demo|test/)
})

it('waits for a change after a failed build', async () => {
  await watch('build', '--watch')
  await put('blocks/broken.ts', '')
  await saying('The build starts again when a file of the project changes.')
  await rm(join(root, 'blocks/broken.ts'))
  await expect.poll(() => said.split('begun ').length).toBe(3)
  expect(said.match(/The build starts again/g)).toHaveLength(1)
})

it('ends while no build is running', async () => {
  await watch('build', '--watch')
  await put('blocks/broken.ts', '')
  await saying('The build starts again')
  await interrupt()
  expect(said).toMatch(/file of the project changes\.\nwatched\n$/)
})

it('starts again, and ends, even if the code of a build is endless', async () => {
  await watch('build', '--watch')
  await put('blocks/endless.ts', '')
  await expect.poll(() => said).toMatch(/begun \d/)
  await put('blocks/endless.ts', 'changed')
  await expect.poll(() => said.split(/begun \d/).length).toBe(3)
  await interrupt()
  for (const [, pid] of said.matchAll(/begun (\d+)/g)) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
})

it.skipIf(!canLimitWatches)('polls files when the system does not allow watching them', async () => {
  await watchAs([...withoutWatches, process.execPath, 'watch.mjs'], ['build', '--watch'])
  expect(said).toMatch(
    /checked every 2 s, because watching them failed: the system does not allow more files to be watched\. Stop another/,
  )
  await put('blocks/one.ts', 'changed')
  await saying('Changed: blocks/one.ts\n')
})
