import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sealOf } from '#publish/seal.ts'
import { partFile, readPart } from './part.ts'

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
  ['that is no JSON', '{'],
])('refuses a part %s by its name, though its seal is right', (_, text) => {
  writeFileSync(join(folder, partFile), JSON.stringify({ seal: sealOf(text, undefined), part: text }))
  expect(() => readPart(folder, undefined)).toThrow(
    `The part "${folder}" is of no use: its "part.json" is none of this version.`,
  )
})
