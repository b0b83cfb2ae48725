import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPictureCache } from '#publish/pictures/picture-cache.ts'
import { openEncodeQueue } from './encode-queue.ts'

it('makes and writes files that "site cache --prune" removes meanwhile, and counts each of them once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-queue-'))
  const cache = await openPictureCache(folder)
  cache.write('found', Buffer.from('found'))
  const read = async (key: string) => {
    await rm(join(folder, 'pictures'), { recursive: true, force: true })
    return cache.read(key)
  }
  const written: Record<string, string> = {}
  const write = async (path: string, bytes: Uint8Array) => {
    written[path] = Buffer.from(bytes).toString()
  }
  const queue = await openEncodeQueue({ ...cache, read }, { write })
  for (const key of ['found', 'new', 'newer']) {
    queue.add({ path: `${key}.avif`, key, make: async () => Buffer.from(key) })
  }
  await queue.finish()
  expect(written).toEqual({ 'found.avif': 'found', 'new.avif': 'new', 'newer.avif': 'newer' })
  expect(queue.counts).toMatchObject({ variants: 3, encoded: 3, fromCache: 0 })
  await rm(folder, { recursive: true, force: true })
})
