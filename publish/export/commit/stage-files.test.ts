import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stageFiles } from './stage-files.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-staged-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const content = Buffer.from('żółw')

test('A file is put into its folder, and returned with its time', () => {
  const stage = stageFiles(join(folder, 'new'))
  const staged = stage({ path: 'en/a/index.html', content })
  const place = join(folder, 'new/en/a/index.html')
  expect(staged).toEqual({ state: 'staged', mtimeMs: statSync(place).mtimeMs })
  expect(readFileSync(place)).toEqual(content)
  expect(stage({ path: 'en/a/other.html', content }).state).toBe('staged')
})

test('A file with the same bytes as in the export is not staged, but one of only the same size is', () => {
  const stage = stageFiles(join(folder, 'again'))
  const existing = { location: join(folder, 'standing.html'), bytes: content.length }
  writeFileSync(existing.location, content)
  expect(stage({ path: 'a.html', content, existing })).toEqual({ state: 'existing' })
  expect(existsSync(join(folder, 'again'))).toBe(false)
  writeFileSync(existing.location, Buffer.alloc(content.length))
  expect(stage({ path: 'a.html', content, existing }).state).toBe('staged')
  const gone = { ...existing, location: join(folder, 'gone.html') }
  expect(stage({ path: 'b.html', content, existing: gone }).state).toBe('staged')
})

test('A file that cannot be written is reported with the reason of the system', () => {
  writeFileSync(join(folder, 'file'), '')
  const staged = stageFiles(join(folder, 'file'))({ path: 'a.html', content })
  expect(staged).toMatchObject({ state: 'failed', code: expect.stringMatching(/^E(NOTDIR|EXIST)$/) })
})

test('Without a folder nothing is written', () => {
  expect(stageFiles(undefined)({ path: 'a.html', content })).toEqual({ state: 'staged', mtimeMs: 0 })
})

test.runIf(existsSync('/proc/self'))('A folder that the system refuses is reported too', () => {
  const staged = stageFiles('/proc/site')({ path: 'en/a.html', content })
  expect(staged).toMatchObject({ state: 'failed', code: 'ENOENT' })
})
