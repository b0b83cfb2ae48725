import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSourceChecksums, stampOf } from './file-stamp.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-stamps-'))
  await writeFile(join(root, 'a.ts'), 'one')
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('A stamp changes with the file, even if size and time stay the same', async () => {
  const file = join(root, 'a.ts')
  const before = await stat(file)
  await new Promise((resolve) => setTimeout(resolve, 20)) // so that the clock of the file system advances
  await writeFile(file, 'two')
  await utimes(file, before.atime, before.mtime)
  expect(stampOf(await stat(file))).not.toBe(stampOf(before))
})

test('A checksum is that of the bytes, and empty for a missing file', async () => {
  const first = openSourceChecksums(root).checksumOf('a.ts')
  await writeFile(join(root, 'a.ts'), 'two')
  expect(openSourceChecksums(root).checksumOf('a.ts')).not.toBe(first)
  expect(openSourceChecksums(root).checksumOf('none.ts')).toBe('')
})

test('A file with a known stamp is not read, and any other one is', () => {
  const project = resolve('.')
  const { stamp } = { stamp: openSourceChecksums(project).known(['package.json'])['package.json']?.[0] ?? '' }
  expect(stamp).not.toBe('')
  expect(openSourceChecksums(project, { 'package.json': [stamp, 'known'] }).checksumOf('package.json')).toBe('known')
  expect(openSourceChecksums(project, { 'package.json': ['', 'known'] }).checksumOf('package.json')).not.toBe('known')
})

test('No later file equals one that was edited since the process started', () => {
  const sources = openSourceChecksums(root)
  expect(sources.isEdited('a.ts')).toBe(true)
  expect(sources.known(['a.ts', 'none.ts'])).toEqual({ 'a.ts': ['', 'edited'], 'none.ts': ['', ''] })
})

test('The stamp of a file that just changed is not used, because the file may change again within one tick of the clock', async () => {
  const stamp = stampOf(await stat(join(root, 'a.ts')))
  expect(openSourceChecksums(root, { 'a.ts': [stamp, 'known'] }).checksumOf('a.ts')).not.toBe('known')
})
