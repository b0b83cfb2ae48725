import { existsSync, readlinkSync, statSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { linkFiles } from './commit/link-files.ts'
import { openDirectoryWriter } from './directory-writer.ts'
import { expectLinks } from './releases.ts'

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-releases-'))
  out = join(folder, 'out')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function publish(files: Record<string, string>, swap: boolean | undefined = true): Promise<void> {
  const writer = await openDirectoryWriter(out, { swap })
  for (const [path, text] of Object.entries(files)) await writer.write(path, text)
  await writer.commit()
}

const link = (): string => readlinkSync(join(out, 'site'))
const read = (path: string): Promise<string> => readFile(join(out, path), 'utf8')
const inode = (path: string): number => statSync(join(out, path)).ino

it('A release shares unchanged files with the one before, which is not changed', async () => {
  await publish({ 'a.html': '1', 'same.html': 'same', 'gone/b.html': 'gone' })
  expect(link()).toBe('.releases/1')
  await publish({ 'a.html': '2', 'same.html': 'same' })
  expect(link()).toBe('.releases/2')
  expect(await readdir(join(out, '.releases/2'))).toEqual(['a.html', 'same.html'])
  expect(inode('.releases/2/same.html')).toBe(inode('.releases/1/same.html'))
  expect(await Promise.all(['.releases/1/a.html', '.releases/1/gone/b.html', 'site/a.html'].map(read))).toEqual([
    '1',
    'gone',
    '2',
  ])
})

it('A build without changes makes no release', async () => {
  await publish({ 'a.html': '1' })
  const before = await lstat(join(out, 'site'))
  await publish({ 'a.html': '1' })
  expect(link()).toBe('.releases/1')
  expect((await lstat(join(out, 'site'))).ino).toBe(before.ino)
  expect(await readdir(out)).toEqual(['.files.json', '.releases', '.site-export', 'site'])
})

it('An export switches to releases and back, even if nothing else changed', async () => {
  await publish({ 'a.html': '1' }, false)
  const plain = inode('site/a.html')
  await publish({ 'a.html': '1' }, true)
  expect(link()).toBe('.releases/1')
  expect(inode('site/a.html')).toBe(plain)
  await publish({ 'a.html': '1' }, undefined)
  expect(link(), 'nobody said so').toBe('.releases/1')
  await publish({ 'a.html': '1' }, false)
  expect((await lstat(join(out, 'site'))).isDirectory()).toBe(true)
  expect(inode('site/a.html')).toBe(plain)
  expect(existsSync(join(out, '.releases'))).toBe(false)
  await publish({ 'a.html': '1' }, false)
  expect(inode('site/a.html')).toBe(plain)
})

it('Single pages are published as a release of their own', async () => {
  await publish({ 'a.html': '1', 'b/index.html': '1' })
  const part = await openDirectoryWriter(out, { isPartial: true })
  await part.write('a.html', '2')
  await part.commit()
  expect(link()).toBe('.releases/2')
  expect(await Promise.all(['site/a.html', 'site/b/index.html', '.releases/1/a.html'].map(read))).toEqual([
    '2',
    '1',
    '1',
  ])
  const next = await openDirectoryWriter(out)
  expect([next.keep('a.html'), next.keep('b/index.html')]).toEqual([true, true])
  expect(await next.commit()).toEqual({ added: [], changed: [], removed: [] })
  expect(link()).toBe('.releases/2')
})

it('The previous release is kept at any age, others for some minutes, and at most ten', async () => {
  for (let build = 1; build <= 5; build += 1) await publish({ 'a.html': `${build}` })
  const names = async (): Promise<number[]> => (await readdir(join(out, '.releases'))).map(Number).sort((a, b) => a - b)
  expect(await names()).toEqual([1, 2, 3, 4, 5])
  for (const release of [1, 2, 3, 4, 5]) await utimes(join(out, `.releases/${release}`), 1000, 1000)
  await publish({ 'a.html': '6' })
  await utimes(join(out, '.releases/6'), 1000, 1000)
  await publish({ 'a.html': '6' })
  expect(await names()).toEqual([5, 6])
  for (let build = 7; build <= 20; build += 1) await publish({ 'a.html': `${build}` })
  expect(await names()).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
})

it('The minutes count from the publication of a release, however long its files took', async () => {
  await publish({ 'a.html': '1' })
  const writer = await openDirectoryWriter(out, { swap: true })
  await writer.write('a.html', '2')
  await utimes(join(out, `.staging-${process.pid}/site`), 1000, 1000)
  await writer.commit()
  await publish({ 'a.html': '3' })
  expect(await readdir(join(out, '.releases'))).toEqual(['1', '2', '3'])
})

it('A foreign link is not a release: it is replaced, and its target is not touched', async () => {
  await mkdir(join(folder, 'theirs'))
  await writeFile(join(folder, 'theirs/a.html'), 'theirs')
  await publish({ 'a.html': '1' })
  await rm(join(out, 'site'))
  await symlink('../theirs', join(out, 'site'))
  await publish({ 'a.html': '2' })
  expect(link()).toBe('.releases/2')
  expect(await readFile(join(folder, 'theirs/a.html'), 'utf8')).toBe('theirs')
})

it('A link in the place of the releases is replaced, and nothing in its target is touched', async () => {
  const others = join(folder, 'others')
  await mkdir(join(others, '1'), { recursive: true })
  await writeFile(join(others, '1/keep'), 'mine')
  await mkdir(out)
  await writeFile(join(out, '.site-export'), '')
  await symlink(others, join(out, '.releases'))
  await publish({ 'a.html': '1' })
  expect([link(), await read('site/a.html')]).toEqual(['.releases/1', '1'])
  expect([await readdir(others), await readFile(join(others, '1/keep'), 'utf8')]).toEqual([['1'], 'mine'])
})

it('A file that cannot be linked is copied, and recognised as published', async () => {
  // Hard links cannot point to another disk.
  const disks = ['/dev/shm', '/var/tmp'].filter((path) => statSync(path, { throwIfNoEntry: false }))
  const otherDisk = disks.find((path) => statSync(path).dev !== statSync(folder).dev) ?? tmpdir()
  const other = await mkdtemp(join(otherDisk, 'site-releases-'))
  try {
    await mkdir(join(other, 'a'))
    await writeFile(join(other, 'a/b.html'), 'text')
    await utimes(join(other, 'a/b.html'), 1000.123, 1000.123)
    const copied = await linkFiles(['a/b.html'], { from: other, to: join(folder, 'to') })
    expect(await readFile(join(folder, 'to/a/b.html'), 'utf8')).toBe('text')
    const { mtimeMs } = statSync(join(folder, 'to/a/b.html'))
    expect(Math.round(mtimeMs)).toBe(1_000_123)
    if (copied.size > 0) expect(copied.get('a/b.html')).toBe(mtimeMs)
  } finally {
    await rm(other, { recursive: true })
  }
})

it('A release is impossible without links, which is reported with advice', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const expectation = () => expectLinks(file, join(file, '.staging-1'))
  expect(expectation).toThrow(
    `"--swap" cannot publish into "${file}": symbolic links cannot be created and replaced there`,
  )
  expect(await readFile(file, 'utf8')).toBe('')
})
