import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import { lockExport } from '#publish/export/export-lock.ts'
import { isRunning } from '#publish/export/running-process.ts'
import { recoverExport, recoverForReading } from './recover-export.ts'

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-recovery-'))
  out = join(folder, 'out')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/**
 * The files of a version. Most are in both versions with different bytes, some in only one, and some change between
 * file and folder.
 */
function filesOf(version: number, count: number): Record<string, string> {
  const files: Record<string, string> = {}
  for (let index = 0; index < count; index++) {
    const path = `page-${index}/index.html`
    const isOdd = version % 2 === 1
    if (index % 10 === 0) files[isOdd ? `only-odd/${path}` : `only-even/${path}`] = `${version}`
    else if (index % 10 === 1) files[isOdd ? `turned-${index}` : `turned-${index}/index.html`] = `${version}`
    else if (index % 10 === 2) files[`same/${path}`] = 'always'
    else files[path] = `${version} of ${path}`
  }
  return files
}

async function publish(files: Record<string, string>): Promise<void> {
  const writer = await openDirectoryWriter(out)
  await Promise.all(Object.entries(files).map(([path, text]) => writer.write(path, text)))
  await writer.commit()
}

async function publishedFiles(): Promise<Record<string, string>> {
  const site = join(out, 'site')
  const entries = await readdir(site, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  return Object.fromEntries(paths.map((path, index) => [path.slice(site.length + 1), texts[index] ?? '']))
}

/**
 * Publishes files in a separate process and kills it as soon as `isTime` returns true. Returns false if the process
 * ended before that.
 */
async function publishKilled(files: Record<string, string>, isTime: () => boolean): Promise<boolean> {
  await writeFile(join(folder, 'files.json'), JSON.stringify(files))
  const script = `
    import { readFileSync } from 'node:fs'
    import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
    const [, out, files] = process.argv
    const writer = await openDirectoryWriter(out)
    process.stdout.write('open')
    for (const [path, text] of Object.entries(JSON.parse(readFileSync(files, 'utf8')))) await writer.write(path, text)
    await writer.commit()`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, out, join(folder, 'files.json')]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  const pid = child.pid ?? 0
  while (!isTime() && isRunning(pid)); // polled without a pause: a commit takes some milliseconds
  child.kill('SIGKILL')
  const [, signal] = await ended
  return signal === 'SIGKILL'
}

function stagedSite(): string {
  return join(out, readdirSync(out).find((name) => name.startsWith('.staging-')) ?? '.none', 'site')
}

/** The number of entries at the top of the staged export. */
function stagedFolders(): number {
  return existsSync(stagedSite()) ? readdirSync(stagedSite()).length : 0
}

const isStaged = (path: string) => existsSync(join(stagedSite(), path))
const hasJournal = () => existsSync(join(out, '.journal.json'))

it('is complete again after a build was killed at any point of its commit', async () => {
  await publish(filesOf(0, 400))
  let cut = 0
  for (let round = 1; cut < 3; round++) {
    const [before, next] = [filesOf(round - 1, 400), filesOf(round, 400)]
    const files = Object.keys(next).sort()
    const probe = files[(round * 61) % files.length] ?? ''
    await publishKilled(next, () => hasJournal() && !isStaged(probe))
    if (hasJournal()) cut++
    const found = Object.entries(await publishedFiles())
    // No file is half written.
    expect(found.filter(([path, text]) => text !== before[path] && text !== next[path])).toEqual([])
    const writer = await openDirectoryWriter(out)
    expect(await publishedFiles()).toEqual(next)
    expect(Object.keys(next).filter((path) => !writer.keep(path))).toEqual([])
    expect((await readdir(out)).sort()).toEqual(['.files.json', '.site-export', 'site'])
  }
})

it.each([[{}], [filesOf(0, 300)]])('stays as it was when a build was killed before its commit', async (before) => {
  if (Object.keys(before).length > 0) await publish(before)
  for (const staged of [1, 300]) {
    expect(await publishKilled(filesOf(1, 800), () => stagedFolders() >= staged)).toBe(true)
    expect(hasJournal()).toBe(false)
    await (await openDirectoryWriter(out)).discard()
    expect(await publishedFiles()).toEqual(before)
    expect(await readdir(out)).not.toContainEqual(expect.stringContaining('staging'))
  }
})

/** An export in the middle of a commit: everything is staged, and nothing is moved yet. */
async function cutShort({ moves, removals }: { moves: Record<string, string>; removals: string[] }): Promise<void> {
  const staging = '.staging-999999999'
  for (const [path, text] of Object.entries(moves)) {
    const file = join(out, staging, 'site', path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, text)
  }
  const beside = { moves: [], removals: [] }
  const journal = { version: 1, staging, moves: Object.keys(moves), removals, beside, isWhole: false }
  await writeFile(join(out, '.journal.json'), JSON.stringify(journal))
}

it('loses the leftovers of a process with the same number, as each first process of a container has', async () => {
  await publish({ 'a.html': 'a' })
  const left = join(out, `.staging-${process.pid}`, 'site')
  await mkdir(left, { recursive: true })
  await writeFile(join(left, 'b.html'), 'half')
  await recoverExport(out)
  expect((await readdir(out)).filter((name) => name.startsWith('.staging'))).toEqual([])
})

it('loses the draft of a file that a killed build was about to replace', async () => {
  await publish({ 'a.html': 'a' })
  for (const name of ['addresses', 'report']) await writeFile(join(out, `${name}.json.${randomUUID()}`), '{')
  await writeFile(join(out, 'report.json.old'), 'of somebody else')
  await recoverExport(out)
  expect((await readdir(out)).filter((name) => name.includes('json.'))).toEqual(['report.json.old'])
})

it('is predicted by a dry run, which leaves the work to the next build', async () => {
  await publish({ 'a.html': 'a', 'b/b.html': 'b', 'same.html': 's' })
  await cutShort({ moves: { 'a.html': 'new', 'c/c.html': 'c' }, removals: ['b'] })
  const answers = async (dryRun: boolean) => {
    const writer = await openDirectoryWriter(out, { dryRun })
    const outcomes = [writer.keep('same.html'), writer.keep('a.html'), await writer.write('c/c.html', 'c')]
    return [...outcomes, await writer.write('b/b.html', 'b'), await writer.commit()]
  }
  const foreseen = await answers(true)
  expect(hasJournal()).toBe(true)
  expect(await publishedFiles()).toEqual({ 'a.html': 'a', 'b/b.html': 'b', 'same.html': 's' })
  expect(await answers(false)).toEqual(foreseen)
  expect(foreseen.slice(0, 4)).toMatchObject([true, false, { isNew: false }, { isNew: true }])
})

it('follows no link that was planted meanwhile', async () => {
  await publish({ 'a/a.html': 'a', 'b/b.html': 'b', 'c.html': 'c' })
  const outside = join(folder, 'outside')
  await mkdir(outside)
  for (const name of ['a.html', 'b.html']) await writeFile(join(outside, name), 'mine')
  await cutShort({ moves: { 'a/a.html': 'new', 'c.html': 'new' }, removals: ['b/b.html'] })
  for (const name of ['a', 'b', 'c.html']) {
    await rm(join(out, 'site', name), { recursive: true })
    await symlink(name === 'c.html' ? join(outside, 'a.html') : outside, join(out, 'site', name))
  }
  await recoverExport(out)
  expect(await readFile(join(outside, 'a.html'), 'utf8')).toBe('mine')
  expect(await readFile(join(outside, 'b.html'), 'utf8')).toBe('mine')
  expect(await publishedFiles()).toEqual({ 'a/a.html': 'new', 'c.html': 'new' })
})

it('replaces a folder in its way', async () => {
  await publish({ 'a/a.html': 'a' })
  await cutShort({ moves: { 'a/a.html': 'new' }, removals: [] })
  await rm(join(out, 'site'), { recursive: true })
  await mkdir(join(out, 'site/a/a.html'), { recursive: true })
  await writeFile(join(out, 'site/a/a.html/in-the-way'), '')
  await recoverExport(out)
  expect(await publishedFiles()).toEqual({ 'a/a.html': 'new' })
})

it('is completed for a reader, unless a build is running', async () => {
  await recoverForReading(out)
  expect(existsSync(out)).toBe(false)
  await publish({ 'a.html': 'a' })
  await cutShort({ moves: { 'a.html': 'new' }, removals: [] })
  const build = await lockExport(out, 'site build')
  await recoverForReading(out)
  expect(await publishedFiles()).toEqual({ 'a.html': 'a' })
  await build[Symbol.asyncDispose]()
  await recoverForReading(out)
  expect(await publishedFiles()).toEqual({ 'a.html': 'new' })
  expect((await readdir(out)).sort()).toEqual(['.files.json', '.site-export', 'site'])
})
