import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSourceChecksums, stampOf } from './file-stamp.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-stamps-'))
  await writeFile(join(root, 'young.ts'), 'bytes')
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('A file with the stamp of before is not read again', async () => {
  const stamp = stampOf(await stat('package.json')) // of before this process
  expect(openSourceChecksums('.', { 'package.json': [stamp, 'kept'] }).checksumOf('package.json')).toBe('kept')
  expect(openSourceChecksums('.', { 'package.json': ['other', 'kept'] }).checksumOf('package.json')).not.toBe('kept')
})

test('The stamp of a file that was changed just now tells nothing: it may change again within one tick of the clock', async () => {
  const stamp = stampOf(await stat(join(root, 'young.ts')))
  expect(openSourceChecksums(root, { 'young.ts': [stamp, 'kept'] }).checksumOf('young.ts')).not.toBe('kept')
})

test('A file that was edited since this process started equals none that a later process reads', () => {
  const { isEdited, known, checksumOf } = openSourceChecksums(root)
  expect(isEdited('young.ts')).toBe(true)
  expect(known(['young.ts'])).toEqual({ 'young.ts': ['', 'edited'] })
  expect(checksumOf('young.ts')).toHaveLength(43)
})

test('A file that is not there has an empty checksum', () => {
  expect(openSourceChecksums(root).checksumOf('gone.ts')).toBe('')
})
