import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimCache, makeCache } from './claim-cache.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'site-cache-'))
})
afterEach(() => rmSync(root, { recursive: true }))
const folders = (cache: string) => ({ cache: join(root, cache), out: join(root, 'out') })

it('creates the folder and leaves nothing in it', () => {
  claimCache(folders('cache'))
  expect(readdirSync(join(root, 'cache'))).toEqual([])
  expect(readdirSync(root)).toEqual(['cache'])
})

it('claims the export folder before a cache inside it', () => {
  claimCache(folders('out/cache'))
  expect(readdirSync(join(root, 'out')).sort()).toEqual(['.site-export', 'cache'])
})

it('claims a folder with nothing but the cache, including the compiled command', () => {
  mkdirSync(join(root, 'out/cache/program'), { recursive: true })
  claimCache(folders('out/cache'))
  expect(readdirSync(join(root, 'out')).sort()).toEqual(['.site-export', 'cache'])
})

it.each(['out/site/cache', 'out/site', 'out/hosts/cache'])('refuses %s, which every build removes', (folder) => {
  const removed = join(root, ...folder.split('/').slice(0, 2))
  expect(() => claimCache(folders(folder))).toThrow(
    `The cache folder "${join(root, folder)}" lies in "${removed}", where every build removes files that it did not write.`,
  )
  expect(readdirSync(root)).toEqual([])
})

it('refuses a folder that cannot be created, with the cause and advice', () => {
  writeFileSync(join(root, 'file'), '')
  expect(() => claimCache(folders('file/cache'))).toThrow(
    expect.objectContaining({
      message: `The cache folder "${join(root, 'file/cache')}" cannot be written.`,
      hint: 'Move it away, or choose another folder with --cache.',
      cause: expect.any(Error),
    }),
  )
})

it.for([
  ['size=4k,nr_inodes=1', 'Free some space there, or choose another folder with --cache.'],
  ['ro', 'Mount it as writable, or choose another folder with --cache.'],
] as const)('gives advice for a disk that is mounted with %s', ([options, hint], { skip }) => {
  mkdirSync(join(root, 'cache'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', join(root, 'cache')]).status !== 0)
    return skip('No disk of our own can be mounted here.')
  try {
    expect(() => claimCache(folders('cache'))).toThrow(expect.objectContaining({ hint }))
  } finally {
    spawnSync('umount', [join(root, 'cache')])
  }
})

it.runIf(process.platform === 'linux')('ends when the system cannot create folders', () => {
  expect(() => makeCache('/proc/site/cache')).toThrow('The cache folder "/proc/site/cache" cannot be written.')
})
