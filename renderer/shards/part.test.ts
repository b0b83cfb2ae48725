import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sealOf } from '#publish/seal.ts'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { packPart, partFile, partPages, readPart, takenFiles } from './part.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'part-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const shard = { index: 1, count: 1 }
const sound = { version: 1, plan: 'sha256:0', shard, files: [], pages: '0'.repeat(64), errors: [] }

it.each([
  ['of another version', JSON.stringify({ ...sound, version: 2 })],
  [
    'with a path that leads out',
    JSON.stringify({ ...sound, files: [{ path: '../a', sha256: sound.pages, bytes: 1 }] }),
  ],
  ['that is no object', '[]'],
  ['that is not valid JSON', '{'],
])('refuses a part %s by its name, even if its seal is valid', (_, text) => {
  writeFileSync(join(folder, partFile), JSON.stringify({ seal: sealOf(text, undefined), part: text }))
  expect(() => readPart(folder, undefined)).toThrow(
    `The part "${folder}" cannot be used: its "part.json" is not of this version.`,
  )
})

const digestOf = (text: string): string => hash('sha256', text)
const file = (path: string, text: string) => ({ path, sha256: digestOf(text), bytes: text.length })

/** Writes a part with two files of the export, like its shard does. */
function writePart(key?: string): void {
  mkdirSync(join(folder, 'site'))
  for (const name of ['a', 'b']) writeFileSync(join(folder, 'site', name), `text of ${name}`)
  writeFileSync(join(folder, partPages), 'pages')
  const files = [file('a', 'text of a'), file('b', 'text of b')]
  const part = { version: 1 as const, plan: 'sha256:0', shard, files, pages: digestOf('pages'), errors: [] }
  writeFileSync(join(folder, partFile), packPart(part, key))
}

it('reads a part with the key that it was signed with', () => {
  writePart('key')
  const { files, ...part } = readPart(folder, 'key')
  expect([part, [...files.keys()]]).toEqual([{ version: 1, folder, plan: 'sha256:0', shard, errors: [] }, ['a', 'b']])
  expect(() => readPart(folder, 'other')).toThrow('was signed with another SITE_PLAN_KEY')
  expect(() => readPart(folder, undefined)).toThrow('SITE_PLAN_KEY is not set')
})

it('refuses a part whose description or page store was changed', () => {
  writePart()
  const packed = readFileSync(join(folder, partFile), 'utf8')
  writeFileSync(join(folder, partPages), 'other pages')
  expect(() => readPart(folder, undefined)).toThrow(`has a different "${partPages}" than its shard made`)
  writeFileSync(join(folder, partFile), packed.replace('sha256:0', 'sha256:1'))
  expect(() => readPart(folder, undefined)).toThrow('is damaged')
})

it('accepts the files that the page store names, and verifies them', async () => {
  writePart()
  const part = readPart(folder, undefined)
  const writer = openMemoryWriter()
  const { take, proveOthers } = takenFiles()
  expect(await take(part, { file: 'a', sha256: digestOf('text of a') }, writer)).toMatchObject({ path: 'a' })
  rmSync(join(folder, 'site/a')) // it was taken, so it is not checked again
  await proveOthers([part])
  await expect(take(part, { file: 'b', sha256: digestOf('another') }, writer)).rejects.toThrow(
    'has a different file "b"',
  )
  writeFileSync(join(folder, 'site/b'), 'another')
  await expect(proveOthers([part])).rejects.toThrow('has a different file "b" than its shard made')
  const other = takenFiles().take(part, { file: 'b', sha256: digestOf('text of b') }, openMemoryWriter())
  await expect(other).rejects.toThrow('has a different file "b" than its shard made')
  const changed = takenFiles().take(part, { file: 'b', sha256: digestOf('another') }, openMemoryWriter())
  await expect(changed).rejects.toThrow('has a different file "b" than its shard made')
})
