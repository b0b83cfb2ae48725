import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
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

it('creates folders with the same parents in two threads at the same moment', async () => {
  const root = mkdtempSync(join(tmpdir(), 'site-folders-'))
  const script = `
    const { workerData: { root, arrived, module, me } } = require('node:worker_threads')
    import(module).then(({ makeFolder }) => {
      for (let round = 1; round <= 300; round += 1) {
        Atomics.add(arrived, 0, 1)
        while (Atomics.load(arrived, 0) < 2 * round);
        makeFolder(root + '/' + round + '/a/' + me)
      }
    })`
  const arrived = new Int32Array(new SharedArrayBuffer(4))
  const module = new URL('make-folder.js', import.meta.url).href
  const ended = ['one', 'other'].map((me) => {
    const thread = new Worker(script, { eval: true, workerData: { root, arrived, module, me } })
    return new Promise((done, failed) => {
      thread.once('exit', done)
      thread.once('error', (error) => {
        Atomics.add(arrived, 0, 1000) // the other thread waits no more
        failed(error)
      })
    })
  })
  expect(await Promise.all(ended)).toEqual([0, 0])
  for (const me of ['one', 'other']) expect(existsSync(join(root, '300/a', me))).toBe(true)
  rmSync(root, { recursive: true })
})
