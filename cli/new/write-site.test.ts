import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refuseSite, writeMissing } from './write-site.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-write-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const files = { 'tokens.css': 'ours', 'content/en/nodes.yaml': 'ours', 'package.json': 'ours' }
const put = (path: string) => writeFileSync(join(folder, path), 'theirs')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

it('writes files into a folder that need not exist, with their own folders', () => {
  folder = join(folder, 'new')
  expect(writeMissing(folder, files)).toEqual([])
  expect(Object.keys(files).map(read)).toEqual(['ours', 'ours', 'ours'])
  folder = join(folder, '..')
})

it('keeps existing files and all existing content, replaces package.json, and returns what it kept', () => {
  for (const path of ['tokens.css', 'package.json']) put(path)
  mkdirSync(join(folder, 'content'))
  put('content/mine.yaml')
  expect(writeMissing(folder, files)).toEqual(['tokens.css', 'content'])
  expect([read('tokens.css'), read('package.json'), readdirSync(join(folder, 'content'))]).toEqual([
    ...['theirs', 'ours'],
    ['mine.yaml'],
  ])
})

it('fills an empty folder of content', () => {
  mkdirSync(join(folder, 'content'))
  expect(writeMissing(folder, files)).toEqual([])
  expect(read('content/en/nodes.yaml')).toBe('ours')
})

it('removes what it wrote when a file cannot be written, says which one, and writes all of them next time', () => {
  put('brand')
  const all = { ...files, 'brand/icon.svg': 'ours' }
  expect(() => writeMissing(folder, all)).toThrow(
    expect.objectContaining({
      message: `"${join(folder, 'brand/icon.svg')}" cannot be written.`,
      hint: 'No site was created. Check the permissions and the free space on the disk, and try again.',
      cause: expect.any(Error),
    }),
  )
  expect(['tokens.css', 'content/en/nodes.yaml', 'brand'].filter((path) => existsSync(join(folder, path)))).toEqual([
    'brand',
  ])
  rmSync(join(folder, 'brand'))
  expect(writeMissing(folder, all)).toEqual([])
  expect(Object.keys(all).map(read)).toEqual(['ours', 'ours', 'ours', 'ours'])
})

it('refuses a file and a folder that is a site already, and nothing else', () => {
  refuseSite(folder)
  refuseSite(join(folder, 'new'))
  put('site.config.ts')
  expect(() => refuseSite(folder)).toThrow(`There is already a site in "${folder}": it contains "site.config.ts".`)
  expect(() => refuseSite(join(folder, 'site.config.ts'))).toThrow('site.config.ts" is a file.')
})
