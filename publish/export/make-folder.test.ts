import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from './make-folder.js'

it('creates a folder with its parents, once', () => {
  const root = mkdtempSync(join(tmpdir(), 'site-folder-'))
  for (const _ of [1, 2]) makeFolder(join(root, 'a/b/c'))
  expect(existsSync(join(root, 'a/b/c'))).toBe(true)
  writeFileSync(join(root, 'file'), '')
  expect(() => makeFolder(join(root, 'file/b'))).toThrow('ENOTDIR')
  rmSync(root, { recursive: true })
})

it.runIf(existsSync('/proc/self'))('throws when no folder can be created', () => {
  expect(() => makeFolder('/proc/site/a')).toThrow('ENOENT')
})
