import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { replaceFile } from './replace-file.ts'
import { sealedSize, writeSealed } from './sealed-file.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-replace-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('A file that cannot be replaced leaves no draft', () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'taken'))
  expect(() => replaceFile(join(folder, 'taken'), 'text')).toThrow()
  expect(readdirSync(folder)).toEqual(['taken'])
})

it('The size of a sealed file is that of its content', () => {
  const file = join(newFolder(), 'kept')
  expect(sealedSize(file)).toBe(0)
  writeSealed(file, Buffer.from('bytes'))
  expect(sealedSize(file)).toBe(5)
})
