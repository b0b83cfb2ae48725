import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from '#tests/run-site.ts'
import { compileProgram } from './compile-program.js'

let root: string
const packages = ['esbuild', '@esbuild', 'react']
const starters = [
  ...['cli/site.js', 'cli/compile-program.js', 'renderer/sources/module-graph.js', 'renderer/sources/own-blocks.js'],
  ...['content/memoize.ts', 'content/wording/fault-place.ts', 'publish/export/make-folder.js'],
]

const noRoomIn = (folder: string) =>
  new RegExp(
    `The command cannot be compiled\\. Free some space on the disk\\. .*write ${folder}/.*: no space left on device`,
    's',
  )
const mounted: string[] = []
function mountSmall(folder: string, options: string): boolean {
  mounted.push(folder)
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0
}

/** Makes a project with our `cli/site.js` and a command line of a few lines. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-start-'))
  const folders = ['texts', 'renderer/build/pages', 'renderer/sources', 'content/wording', 'publish/export']
  for (const folder of ['cli', 'node_modules', ...folders]) await mkdir(join(root, folder), { recursive: true })
  for (const name of starters) await cp(name, join(root, name))
  for (const name of packages) await symlink(resolve('node_modules', name), join(root, 'node_modules', name))
  await put(
    'package.json',
    JSON.stringify({
      type: 'module',
      imports: Object.fromEntries(
        ['texts', 'renderer', 'content', 'publish'].map((name) => [`#${name}/*`, `./${name}/*`]),
      ),
    }),
  )
  await put(
    'cli/main.ts',
    `import { sourceStack } from '#content/wording/fault-place.ts'
     export async function main([, , word]: string[]): Promise<number> {
       if (word === 'fail') await import('#texts/fail.ts').then(({ fail }) => fail()).catch((error) => console.error(sourceStack(error)))
       const { say } = await import('#texts/say.ts')
       return say()
     }`,
  )
  await put('renderer/build/pages/page-thread.ts', 'export {}\n')
  await put('texts/say.ts', sayer('first'))
  await put('texts/word.txt', 'beside')
  await put('texts/fail.ts', `\n\nexport function fail(): never {\n  throw new Error('unforeseen' as string)\n}\n`)
})
afterEach(async () => {
  for (const folder of mounted.splice(0)) spawnSync('umount', [folder])
  for (const folder of [root, `${root}-site`]) await rm(folder, { recursive: true, force: true })
})

it('compiles once and then runs what it compiled', async () => {
  await start()
  const before = await record()
  expect(await start()).toBe('first beside\n')
  expect(await record()).toEqual(before)
  expect(await programs()).toHaveLength(1)
})

it('compiles once for all sites without own blocks, and again for a site that gets some', async () => {
  const sites = ['one', 'two'].map((name) => join(`${root}-site`, name))
  const startIn = (site: string) =>
    start('build', '--config', join(site, 'site.config.ts'), '--cache', join(site, '.site'))
  for (const site of sites) {
    await mkdir(site, { recursive: true })
    await writeFile(join(site, 'site.config.ts'), '')
    expect(await startIn(site)).toBe('first beside\n')
    expect(await programs()).toHaveLength(1)
  }
  const [site = ''] = sites
  await mkdir(join(site, 'blocks'))
  expect(await startIn(site)).toBe('first beside\n')
  expect(await readdir(join(site, '.site/program'))).toContain('record.json')
})

it('passes on the warnings of Node, except that SQLite is experimental', async () => {
  const warnings = ['SQLite is an experimental feature and might change at any time', 'url.parse() is deprecated']
  await put(
    'texts/say.ts',
    `export const say = () => (${JSON.stringify(warnings)}.forEach((one) => process.emitWarning(one, 'ExperimentalWarning')), 0)`,
  )
  const { stderr } = spawnSync(process.execPath, ['cli/site.js'], { cwd: root, encoding: 'utf8' })
  expect(stderr).toContain('ExperimentalWarning: url.parse() is deprecated')
  expect(stderr).not.toContain('SQLite')
})

it('ends with the watcher that started it, at any point', async () => {
  await put(
    'texts/say.ts',
    `console.log('begun'); export const say = () => new Promise((done) => setTimeout(done, 20_000, 0))`,
  )
  const child = fork('cli/site.js', ['build', '--poll', '3'], { cwd: root, silent: true })
  child.stdout?.once('data', () => child.disconnect())
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
})

it('never runs old code', async () => {
  await start()
  await put('texts/say.ts', sayer('other'))
  expect(await start()).toBe('other beside\n')
})

it('sees that a module of a package has changed', async () => {
  const index = 'node_modules/other/index.js'
  await mkdir(join(root, 'node_modules/other'))
  await put(index, "export const word = 'as installed'")
  await put('texts/say.ts', `import { word } from 'other'\nexport const say = () => (process.stdout.write(word), 0)`)
  expect(await start()).toBe('as installed')
  await put(index, "export const word = 'patched'")
  expect(await start()).toBe('patched')
})

it('sees an edit that keeps size and time of the file', async () => {
  const time = new Date('2024-01-01T00:00:00Z')
  await utimes(join(root, 'texts/say.ts'), time, time)
  await start()
  await put('texts/say.ts', sayer('later'))
  await utimes(join(root, 'texts/say.ts'), time, time)
  expect(await start()).toBe('later beside\n')
})

it('does not record compiled code when a source changes meanwhile', async () => {
  await mkdir(cacheFolder(), { recursive: true })
  const compiling = compileProgram({
    toolRoot: root,
    siteRoot: root,
    folders: [cacheFolder()],
    markOf: String,
  })
  writeFileSync(join(root, 'texts/say.ts'), sayer('other')) // at once, because compiling may be quicker than a write that waits
  expect(await compiling).toMatch(/program-\w+\/main\.cjs$/)
  await expect(stat(recordFile())).rejects.toThrow('ENOENT')
})

it.runIf(isSoak)('runs every text of a file that changes without pause', async () => {
  for (let round = 1; round <= 8; round += 1) {
    await put('texts/say.ts', sayer(`round ${round % 2}`))
    expect(await start()).toBe(`round ${round % 2} beside\n`)
  }
})

it('lets many processes start for the first time at the same time', async () => {
  expect(await Promise.all(Array.from({ length: 6 }, () => start()))).toEqual(Array(6).fill('first beside\n'))
  expect(await start()).toBe('first beside\n')
})

it('runs when nothing can be written, and leaves nothing behind', async () => {
  await put('.site', 'a file where a folder belongs')
  // React is not part of the bundle.
  await put('texts/say.ts', `import { version } from 'react'\n${sayer('some')}\nvoid version`)
  const temporary = join(root, 'temporary')
  await mkdir(temporary)
  expect(await run(['cli/site.js'], { TMPDIR: temporary })).toBe('some beside\n')
  expect(await readdir(temporary)).toEqual([])
})

it.runIf(process.platform === 'linux')('runs when the system cannot create a folder for the cache', async () => {
  await symlink('/proc', join(root, '.site'))
  expect(await start()).toBe('first beside\n')
})

it('names the line of a source that cannot be compiled, and runs once it is fixed', async () => {
  await put('texts/fail.ts', '\nexport const = ')
  expect(await start()).toBe(
    `The command cannot be compiled. Build failed with 1 error:
texts/fail.ts:2:13: ERROR: Expected identifier but found "="
exit code 1
`,
  )
  expect(await programs()).toEqual([])
  await put('texts/fail.ts', 'export const fail = 1')
  expect(await start()).toBe('first beside\n')
})

it('names the disk that is too full for the compiled code, and leaves no partial file', async (context) => {
  await mkdir(cacheFolder(), { recursive: true })
  if (!mountSmall(cacheFolder(), 'size=4k')) return context.skip('No disk of our own can be mounted here.')
  expect(await start()).toMatch(noRoomIn(cacheFolder()))
  expect(await readdir(cacheFolder())).toEqual([])
})

it('names a full disk of temporary files, or their missing folder', async (context) => {
  await put('.site', 'a file where a folder belongs')
  const temporary = join(root, 'temporary')
  const inTemporary = () => run(['cli/site.js'], { TMPDIR: temporary })
  expect(await inTemporary()).toContain(
    `It needs a writable folder, either "${cacheFolder()}" or the one that TMPDIR names: ENOENT`,
  )
  await mkdir(temporary)
  if (!mountSmall(temporary, 'size=4k')) return context.skip('No disk of our own can be mounted here.')
  expect(await inTemporary()).toMatch(noRoomIn(temporary))
})

it('leaves nothing in the cache of a site when packages cannot be linked', async (context) => {
  const site = `${root}-site`
  await mkdir(join(site, 'blocks'), { recursive: true })
  await mkdir(join(site, '.site'))
  await writeFile(join(site, 'site.config.ts'), '')
  if (!mountSmall(join(site, '.site'), 'nr_inodes=4')) return context.skip('No disk of our own can be mounted here.')
  const said = await start('build', '--config', join(site, 'site.config.ts'), '--cache', join(site, '.site'))
  expect(said).toBe('first beside\n')
  expect(await readdir(join(site, '.site/program'))).toEqual([])
})

it('reports that its working directory is gone', () => {
  const args = [
    '-c',
    'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1"',
    process.execPath,
    join(root, 'cli/site.js'),
  ]
  const { status, stderr } = spawnSync('sh', args, { cwd: root, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'The folder in which this command was started no longer exists.\nRun the command in another folder.\n',
  })
})

it.each(['a*b', 'a\\b', 'a\nb', 'a\tb'])(
  'refuses a site in a folder with the name %j, from which nothing can be loaded',
  async (name) => {
    await mkdir(join(root, name))
    await put(`${name}/site.config.ts`, '')
    const said = await start('build', '--config', `${name}/site.config.ts`)
    expect(said).toMatch(/^The path ".*" contains .*\nRename that folder\.\nexit code 2\n$/s)
  },
)

it('reports missing packages', async () => {
  await rm(join(root, 'node_modules'), { recursive: true })
  expect(await start()).toBe(
    `The command cannot be compiled. Packages are missing: run "npm ci" in "${root}" first.\nexit code 1\n`,
  )
})

it.runIf(process.platform !== 'win32').each([
  [
    'cannot be executed, as after a copy that lost permissions',
    0o644,
    /cannot be executed \(spawn .*esbuild EACCES\)\. Install/,
  ],
  [
    'is stopped by the machine',
    0o755,
    /esbuild, which compiles the command, was stopped: .* and run the command again\.$/m,
  ],
])('gives advice when the compiler %s', async (_, mode, reported) => {
  const compiler = join(root, 'esbuild')
  await writeFile(compiler, '#!/bin/sh\nkill -9 $$\n', { mode })
  const said = await run(['cli/site.js'], { ESBUILD_BINARY_PATH: compiler })
  expect(said).toMatch(reported)
  expect(said).toContain('exit code 1')
  expect(await programs()).toEqual([])
})

it('compiles again for another Node', async () => {
  await start()
  const { program, ...rest } = await record()
  await writeFile(recordFile(), JSON.stringify({ ...rest, program, node: 'v22.18.0' }))
  expect(await start()).toBe('first beside\n')
  expect((await record()).program).not.toBe(program)
})

const damages: [string, () => Promise<void>][] = [
  ['a record cut short', async () => truncate(recordFile())],
  ['a record of another shape', async () => writeFile(recordFile(), '{"marks":[],"root":7}')],
  ['a program cut short', async () => truncate(join(await programFolder(), 'main.cjs'))],
  ['the script of threads cut short', async () => truncate(join(await programFolder(), 'page-thread.cjs'))],
  ['the modules cut short', async () => truncate(join(await programFolder(), 'modules.json'))],
  ['a program that is gone', async () => rm(await programFolder(), { recursive: true })],
  ['broken code of V8', async () => breakFiles(join(await programFolder(), 'compiled'))],
]
it.each(isSoak ? damages : damages.slice(0, 2))('repairs %s', async (_name, damage) => {
  await start()
  await damage()
  expect(await start()).toBe('first beside\n')
  expect(await start()).toBe('first beside\n')
})

it('names the source and line of an unexpected error', async () => {
  expect(await start('fail')).toContain(`${join(root, 'texts/fail.ts')}:4:9`)
  expect(await start('fail')).toContain(`${join(root, 'texts/fail.ts')}:4:9`)
})

const sources = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'cli/compile-program.js',
  'publish/export/make-folder.js',
  'renderer/sources/module-graph.js',
  'renderer/sources/own-blocks.js',
]
it.each(isSoak ? sources : sources.slice(0, 3))('compiles again when "%s" changed', async (file) => {
  await start()
  const { program } = await record()
  await put(file, `${await readFile(join(root, file), 'utf8').catch(() => '{}')}\n`)
  expect(await start()).toBe('first beside\n')
  expect((await record()).program).not.toBe(program)
})

it('appends numbers to equal names of functions, and the recorder ignores these when it looks for sources of components', async () => {
  for (const file of ['one', 'two']) await put(`texts/${file}.ts`, 'export function Part(): void {}')
  await put(
    'texts/say.ts',
    `import { Part as one } from './one.ts'
     import { Part as two } from './two.ts'
     export const say = (): number => (process.stdout.write([one.name, two.name, one === two].join(' ')), 0)`,
  )
  expect(await start()).toBe('Part Part2 false')
})

it('lets a hook decide which package is loaded for React', async () => {
  await mkdir(join(root, 'node_modules/other'))
  await put('node_modules/other/index.js', "exports.version = 'other'")
  await put(
    'texts/say.ts',
    `import { registerHooks } from 'node:module'
     export async function say(): Promise<number> {
       registerHooks({ resolve: (name, context, next) => next(name === 'react' ? 'other' : name, context) })
       process.stdout.write((await import('./version.ts')).version)
       return 0
     }`,
  )
  await put('texts/version.ts', "export { version } from 'react'")
  expect(await start()).toBe('other')
})

it('says which Node version it needs', async () => {
  const old = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })'
  const output = await run(['--import', `data:text/javascript,${old}`, 'cli/site.js'])
  expect(output).toContain('site needs Node 22.18 or newer, but this is 20.20.2.')
})

it('compiles the real command line', async () => {
  const { stdout, stderr } = await runSite(['--version'])
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

it('leaves rarely needed modules out of the real command line, because each start reads all of it', async () => {
  const { program } = JSON.parse(await readFile('.site/program/record.json', 'utf8'))
  const text = await readFile(program, 'utf8')
  // `import { z }` bundles the languages of zod. `import * as z` bundles only what is used.
  for (const name of ['zod/v4/locales/fr.js', 'sanitize-html/index.js', 'undici/'])
    expect(text).not.toContain(`node_modules/${name}`)
})

const put = (path: string, text: string) => writeFile(join(root, path), text)

const sayer = (word: string) =>
  `import { readFileSync } from 'node:fs'
   export function say(): number {
     process.stdout.write('${word} ' + readFileSync(new URL('../texts/word.txt', import.meta.url), 'utf8') + '\\n')
     return 0
   }`

const start = (...args: string[]) => run(['cli/site.js', ...args])

/** Returns what a process of Node prints, and its exit code unless that is 0. */
function run(args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: root, env: { PATH: process.env.PATH, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => done(code === 0 ? output : `${output}exit code ${code}\n`))
  })
}

const cacheFolder = () => join(root, '.site/program')

const recordFile = () => join(cacheFolder(), 'record.json')

const record = async (): Promise<{ program: string }> => JSON.parse(await readFile(recordFile(), 'utf8'))

const programFolder = async () => join(root, (await record()).program, '..')

const programs = async () => (await readdir(cacheFolder())).filter((name) => name.startsWith('program-'))

async function truncate(file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.slice(0, text.length / 2))
}

async function breakFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await writeFile(join(entry.parentPath, entry.name), 'broken')
  }
}
