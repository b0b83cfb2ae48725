import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { compressFiles } from './compress.ts'
import { openMemoryWriter } from './writer.ts'

const folders: string[] = []
let cache: string
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'site-compress-'))
  folders.push(cache)
})
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

async function write(files: Record<string, string | Uint8Array>) {
  const memory = openMemoryWriter()
  const writer = compressFiles(memory, cache)
  await Promise.all(Object.entries(files).map(([path, bytes]) => writer.write(path, bytes)))
  await writer.commit()
  return memory.files
}

const html = '<p>Żółw</p>\n'.repeat(200)

it('puts both forms beside text files over 1 KB', async () => {
  const files = await write({
    'a/index.html': html,
    'small.css': 'a{}',
    'photo.jpg': html,
    'just.txt': 'x'.repeat(1024),
  })
  expect([...files.keys()].sort()).toEqual([
    'a/index.html',
    'a/index.html.br',
    'a/index.html.gz',
    'just.txt',
    'photo.jpg',
    'small.css',
  ])
  expect(brotliDecompressSync(files.get('a/index.html.br') ?? '').toString()).toBe(html)
  expect(gunzipSync(files.get('a/index.html.gz') ?? '').toString()).toBe(html)
})

it('gives equal bytes for equal input, and names no system', async () => {
  const first = await write({ 'a.js': html })
  const second = await write({ 'b.js': html })
  await rm(cache, { recursive: true })
  const third = await write({ 'a.js': html })
  for (const ending of ['br', 'gz']) {
    expect(second.get(`b.js.${ending}`)).toEqual(first.get(`a.js.${ending}`))
    expect(third.get(`a.js.${ending}`)).toEqual(first.get(`a.js.${ending}`))
  }
  expect(first.get('a.js.gz')?.[9]).toBe(255)
})

it('compresses equal content once, and takes it from the cache after that', async () => {
  await write({ 'a.js': html, 'b.js': html })
  const entries = await readdir(cache, { recursive: true, withFileTypes: true })
  const kept = entries.filter((entry) => entry.isFile())
  expect(kept.map(({ name }) => name.replace(/^[0-9a-f]{64}/, ''))).toEqual(['.br', '.gz'])
  for (const { parentPath, name } of kept) await writeFile(join(parentPath, name), 'from the cache')
  expect(Buffer.from((await write({ 'c.js': html })).get('c.js.br') ?? '').toString()).toBe('from the cache')
})
