import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { writeSealed } from '#publish/sealed-file.ts'
import type { Writer } from '#publish/writer.ts'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { compressFiles } from './compress.ts'
import { openDirectoryWriter } from './directory-writer.ts'

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

it('writes both forms beside text files above 1 KB', async () => {
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

it('writes none beside a file whose name has no room for their endings', async () => {
  const nameOf = (letters: number) => `a/${'x'.repeat(letters)}.html`
  const out = join(cache, 'out')
  for (const _build of [1, 2]) {
    const directory = await openDirectoryWriter(out)
    const writer = compressFiles(directory, cache)
    for (const letters of [247, 248, 250]) if (!writer.keep(nameOf(letters))) await writer.write(nameOf(letters), html)
    await writer.commit()
  }
  const files = [nameOf(247), `${nameOf(247)}.br`, `${nameOf(247)}.gz`, nameOf(248), nameOf(250)]
  expect((await readdir(join(out, 'site/a'))).sort()).toEqual(files.map((file) => file.slice(2)).sort())
})

it('prevents threads from staging pages, which would lack their compressed forms', async () => {
  const writer = await openDirectoryWriter(join(cache, 'out'))
  expect([writer.threadStaging !== undefined, compressFiles(writer, cache).threadStaging]).toEqual([true, undefined])
  await writer.discard()
})

it('returns equal bytes for equal input, independent of the system', async () => {
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

it.skipIf(process.platform === 'win32')('continues when the cache is removed meanwhile', async () => {
  const remover = spawn('/bin/sh', ['-c', 'echo begun; while :; do rm -rf "$0" 2>&1; done', cache], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(remover.stdout.resume(), 'data')
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}.js`, `${html}${at}`]))
    expect((await write(files)).size).toBe(600)
  } finally {
    remover.kill('SIGKILL')
    await once(remover, 'close')
  }
})

it('compresses equal content once, and then uses the cache', async () => {
  await write({ 'a.js': html, 'b.js': html })
  const entries = await readdir(cache, { recursive: true, withFileTypes: true })
  const kept = entries.filter((entry) => entry.isFile())
  expect(kept.map(({ name }) => name.replace(/^[0-9a-f]{64}/, ''))).toEqual(['.br', '.gz'])
  for (const { parentPath, name } of kept) writeSealed(join(parentPath, name), Buffer.from('from the cache'))
  expect(Buffer.from((await write({ 'c.js': html })).get('c.js.br') ?? '').toString()).toBe('from the cache')
})

it.each<[string, (bytes: Buffer) => Uint8Array]>([
  ['empty', () => Buffer.alloc(0)],
  ['cut short', (bytes) => bytes.subarray(0, -5)],
  ['changed', (bytes) => bytes.fill(7, bytes.length - 5)],
])('compresses again what is %s in the cache', async (_, damage) => {
  const first = await write({ 'a.js': html })
  for (const { parentPath, name } of await readdir(cache, { recursive: true, withFileTypes: true })) {
    const file = join(parentPath, name)
    if (/\.(br|gz)$/.test(name)) await writeFile(file, damage(await readFile(file)))
  }
  expect(await write({ 'a.js': html })).toEqual(first)
  expect(await write({ 'a.js': html })).toEqual(first)
})

it('keeps a file together with its compressed forms, or not at all', async () => {
  const memory = openMemoryWriter()
  const all = { 'page.html': html, 'small.css': 'a{}', 'photo.jpg': html }
  async function build(make: (writer: Writer) => Promise<void>): Promise<string[]> {
    const writer = compressFiles(memory, cache)
    await make(writer)
    await writer.commit()
    return [...memory.files.keys()].sort()
  }
  const writeAll = async (writer: Writer) => {
    for (const [path, bytes] of Object.entries(all)) await writer.write(path, bytes)
  }
  const published = await build(writeAll)
  expect(published).toEqual(['page.html', 'page.html.br', 'page.html.gz', 'photo.jpg', 'small.css'])
  const keepAll = async (writer: Writer) => {
    expect(Object.keys(all).filter((path) => writer.keep(path))).toEqual(Object.keys(all))
  }
  expect(await build(keepAll)).toEqual(published)

  memory.files.delete('page.html.gz')
  await build(async (writer) => {
    expect(writer.published('page.html')).toBeUndefined()
    expect(writer.keep('page.html')).toBe(false)
    await writeAll(writer)
  })
  expect([...memory.files.keys()].sort()).toEqual(published)
})

it('skips a compressed form that would be larger', async () => {
  const memory = openMemoryWriter()
  const noise = randomBytes(2000)
  const first = compressFiles(memory, cache)
  await first.write('noise.txt', noise)
  await first.commit()
  expect([...memory.files.keys()]).toEqual(['noise.txt'])
  expect(compressFiles(memory, cache).keep('noise.txt')).toBe(true)
})

it('leaves no compressed forms when a build does not compress', async () => {
  const memory = openMemoryWriter()
  const compressing = compressFiles(memory, cache)
  await compressing.write('page.html', html)
  await compressing.commit()
  expect(memory.keep('page.html')).toBe(true)
  await memory.commit()
  expect([...memory.files.keys()]).toEqual(['page.html'])
})
