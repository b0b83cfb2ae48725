import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { replaceFile, writeIfChanged } from './replace-file.ts'
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

it('A text file is replaced only by another text', async () => {
  const file = join(newFolder(), 'new/list.json')
  await writeIfChanged(file, 'a')
  const { ino } = statSync(file)
  await writeIfChanged(file, 'a')
  expect(statSync(file).ino).toBe(ino)
  await writeIfChanged(file, 'b')
  expect(readFileSync(file, 'utf8')).toBe('b')
})

it('The size of a sealed file is that of its content', () => {
  const file = join(newFolder(), 'kept')
  expect(sealedSize(file)).toBe(0)
  writeSealed(file, Buffer.from('bytes'))
  expect(sealedSize(file)).toBe(5)
})
