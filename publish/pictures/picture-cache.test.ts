import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContentClient } from '#content/client/client.ts'
import { Findings } from '#content/finding.ts'
import { measureFiles, pruneFiles } from '#publish/export/kept-files.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { newFolder, openPictureClient, publishPictures } from '#tests/fixtures/published-pictures.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { encoder } from './encode/encoder.ts'
import { encodeJob, readPicture } from './open-pictures.ts'
import { openPlannedPictures } from './open-planned-pictures.ts'
import { cachedPictures, openPictureCache } from './picture-cache.ts'
import { originalOf, type Variant } from './plan-picture.ts'

let service: FixtureService
let client: ContentClient
const files: Record<string, { body: Buffer; type: string }> = {}

const plain = (width: number, height: number, background = { r: 170, g: 100, b: 90 }) =>
  sharp({ create: { width, height, channels: 3, background } })
const serve = (path: string, body: Buffer): string => {
  files[path] = { body, type: 'image/x' }
  return path
}
/** Creates a folder that counts as an export, because the records of a cache name the folder of an export. */
async function markExport(cache: string): Promise<void> {
  await mkdir(join(cache, 'out'))
  await writeFile(join(cache, 'out', '.site-export'), '')
}

beforeAll(async () => {
  service = await startFixtureService({ locales: {}, files })
  client = openPictureClient(service.api)
})
afterAll(async () => {
  await client.close()
  await service.close()
})

it('saves a second build all encoding, with equal bytes', async () => {
  const cache = await newFolder()
  const url = serve('/m/twice.jpg', await plain(700, 400).jpeg().toBuffer())
  const first = await publishPictures(client, { urls: [url], cache })
  const second = await publishPictures(client, { urls: [url], cache })
  expect(first.counts).toEqual({ sources: 1, variants: 7, encoded: 7, fromCache: 0 })
  expect(second.counts).toEqual({ sources: 1, variants: 7, encoded: 0, fromCache: 7 })
  expect(second.shown).toEqual(first.shown)
  expect(second.files).toEqual(first.files)
})

it('is filled again when it is pruned while a build encodes pictures', async () => {
  const cache = await newFolder()
  const url = serve('/m/pruned.jpg', await plain(700, 400).jpeg().toBuffer())
  const prune = () => rm(join(cache, 'pictures'), { recursive: true })
  const { counts, files: made } = await publishPictures(client, { urls: [url], cache, onRead: prune })
  expect(counts).toMatchObject({ variants: 7, encoded: 7 })
  expect(made).toEqual((await publishPictures(client, { urls: [url] })).files)
})

it('is filled again when it is pruned while a shard encodes pictures that were planned elsewhere', async () => {
  const cache = await newFolder()
  const url = serve('/m/planned-pruned.jpg', await plain(700, 400).jpeg().toBuffer())
  const fetchFile = (address: string) => client.fetchFile(address, { maxBytes: 5e6, origins: [] })
  const reading = { fetchFile, maxPixels: 1e8, cache: undefined, facts: undefined }
  const known = new Map([[url, await readPicture(url, { ...reading, publishOriginal: originalOf })]])
  const recipe = { presets: testSettings().picturePresets, effort: 1 }
  const made: string[] = []
  await using pictures = await openPlannedPictures({
    ...{ fetchFile, maxPixels: 1e8, findings: new Findings(), isOwn: () => false },
    data: { known: new Map([...known].map(([at, { source }]) => [at, { source }])), encoding: { ...recipe, encoder } },
    write: async (path) => made.push(path),
    encoding: { recipe, cache, out: join(cache, 'out') },
  })
  for (const use of ['logo', 'text']) {
    pictures.get(url, use)
    await pictures.finish()
    await rm(join(cache, 'pictures'), { recursive: true })
  }
  expect(new Set(made).size).toBeGreaterThan(7)
})

it('tries a picture that cannot be encoded only once', async () => {
  const source = join(await newFolder(), 'cut.source')
  await writeFile(source, (await plain(700, 400).png().toBuffer()).subarray(0, 400))
  const facts = { url: '/m/cut.png', width: 700, height: 400, isAnimated: false, decodingBytes: 9000 }
  // Only the fields that encoders use.
  const variant = { source: facts, width: 350, height: 200, format: 'jpeg', quality: 70 } as Variant
  let reads = 0
  const { make } = encodeJob(
    variant,
    () => {
      reads += 1
      return source
    },
    1e6,
  )
  await expect(Promise.resolve(make())).rejects.toThrow('cannot be encoded as jpeg with a width of 350 px')
  expect(reads).toBe(1)
})

it('is read again when it is pruned between finding and reading a source', async () => {
  const cache = await newFolder()
  const source = join(cache, 'a.source')
  await plain(70, 40).jpeg().toFile(source)
  const files = [join(cache, 'pruned.source'), source]
  const facts = { url: '/m/a.jpg', width: 70, height: 40, isAnimated: false, decodingBytes: 9000 }
  // Only the fields that encoders use.
  const variant = { source: facts, width: 35, height: 20, format: 'jpeg', quality: 70 } as Variant
  const { make } = encodeJob(variant, () => files.shift() ?? '', 1e6)
  expect(await sharp(await make()).metadata()).toMatchObject({ width: 35, height: 20 })
})

it('returns final addresses without making any file', async () => {
  const url = serve('/m/planned.jpg', await plain(700, 400).jpeg().toBuffer())
  const planned = await publishPictures(client, { urls: [url], planOnly: true })
  expect(planned.counts).toEqual({ sources: 1, variants: 0, encoded: 0, fromCache: 0 })
  expect(planned.files.size).toBe(0)
  expect(planned.shown).toEqual((await publishPictures(client, { urls: [url] })).shown)
})

it('counts bytes of files in the published export when the cache is lost', async () => {
  const cache = await newFolder()
  const urls = [serve('/m/lost.jpg', await plain(700, 400).jpeg().toBuffer())]
  const first = await publishPictures(client, { urls, cache })
  await rm(join(cache, 'pictures'), { recursive: true })
  const second = await publishPictures(client, { urls, cache, published: first.files })
  expect(second.counts).toEqual({ sources: 1, variants: 7, encoded: 0, fromCache: 7 })
  expect([second.files.size, second.bytes]).toEqual([0, first.bytes])
})

it('does not write files that the published export has, encoded or not', async () => {
  const cache = await newFolder()
  const urls = [
    serve('/m/kept.jpg', await plain(700, 400).jpeg().toBuffer()),
    serve('/m/kept.gif', await plain(30, 20).gif().toBuffer()),
  ]
  const first = await publishPictures(client, { urls, cache })
  const second = await publishPictures(client, { urls, cache, published: first.files })
  expect(second.files.size).toBe(0)
  expect(second.counts).toEqual({ sources: 2, variants: 7, encoded: 0, fromCache: 7 })
  expect([second.shown, second.bytes]).toEqual([first.shown, first.bytes])
  await markExport(cache)
  expect(measureFiles(cachedPictures(cache)).unused.files, 'the records hold what is kept').toBe(0)
})

it('notices a source that changed at its address', async () => {
  const cache = await newFolder()
  const url = serve('/m/changed.jpg', await plain(700, 400).jpeg().toBuffer())
  const first = await publishPictures(client, { urls: [url], cache })
  serve('/m/changed.jpg', await plain(700, 400, { r: 10, g: 20, b: 200 }).jpeg().toBuffer())
  const second = await publishPictures(client, { urls: [url], cache })
  expect(second.counts).toMatchObject({ encoded: 7, fromCache: 0 })
  expect(second.shown.get(url)?.src).not.toBe(first.shown.get(url)?.src)
  expect(second.shown.get(url)?.tone).toBe('tone-r0 tone-g0 tone-b6')
})

it('makes a file once for places with equal needs', async () => {
  const body = await plain(600, 400).jpeg().toBuffer()
  const urls = [serve('/m/a/one.jpg', body), serve('/m/b/one.jpg', body)]
  const { counts, shown } = await publishPictures(client, { urls })
  expect(counts).toMatchObject({ sources: 2, variants: 5, encoded: 5 })
  expect(shown.get('/m/a/one.jpg')).toEqual(shown.get('/m/b/one.jpg'))
  const named = await publishPictures(client, { urls: [urls[0] ?? '', serve('/m/other.jpg', body)] })
  expect(named.counts.variants).toBe(10)
  expect(named.counts.encoded + named.counts.fromCache).toBe(10)
})

it.each<[string, (bytes: Buffer) => Uint8Array]>([
  ['empty', () => Buffer.alloc(0)],
  ['cut short', (bytes) => bytes.subarray(0, 60)],
  ['changed', (bytes) => bytes.fill(7, bytes.length - 9)],
])('is repaired when a file is %s', async (how, damage) => {
  const cache = await newFolder()
  const url = serve('/m/broken.jpg', await plain(300, 200).jpeg().toBuffer())
  const first = await publishPictures(client, { urls: [url], cache })
  for (const name of await readdir(join(cache, 'pictures'))) {
    if (how === 'changed' && name.endsWith('.source')) continue // only read if a file made from it is missing
    const file = join(cache, 'pictures', name)
    await writeFile(file, damage(await readFile(file)))
  }
  const second = await publishPictures(client, { urls: [url], cache })
  expect(second.counts).toMatchObject({ encoded: 3, fromCache: 0 })
  expect(second.files).toEqual(first.files)
})

it('removes what no export uses, and nothing else', async () => {
  const cache = await newFolder()
  const [old, current] = [
    serve('/m/old.jpg', await plain(300, 200).jpeg().toBuffer()),
    serve('/m/current.jpg', await plain(310, 200).jpeg().toBuffer()),
  ]
  await markExport(cache)
  await publishPictures(client, { urls: [old], cache })
  const before = measureFiles(cachedPictures(cache))
  await publishPictures(client, { urls: [current], cache })
  const { all, unused } = measureFiles(cachedPictures(cache))
  expect(before.unused).toEqual({ files: 0, bytes: 0 })
  expect(unused).toEqual(before.all)
  expect(pruneFiles(cachedPictures(cache))).toEqual(unused)
  expect(measureFiles(cachedPictures(cache)).all.files).toBe(all.files - unused.files)
  expect((await publishPictures(client, { urls: [current], cache })).counts.encoded).toBe(0)
  await rm(join(cache, 'out'), { recursive: true })
  expect(measureFiles(cachedPictures(cache)).unused.files).toBeGreaterThan(0)
})

it('is empty without a folder', async () => {
  const { all } = measureFiles(cachedPictures(join(await newFolder(), 'none')))
  expect(all).toEqual({ files: 0, bytes: 0 })
})

it('shares files, and facts under the name of the encoder, because another may find other facts', async () => {
  const kept = new Map<string, Buffer>()
  const shared = {
    get: async <T>(name: string, open: (bytes: Buffer) => T) =>
      kept.has(name) ? open(kept.get(name) ?? Buffer.alloc(0)) : undefined,
    put: (name: string, bytes: Buffer) => kept.set(name, bytes),
  }
  const one = await openPictureCache(await newFolder(), { shared })
  const other = await openPictureCache(await newFolder(), { shared })
  one.writeFacts('a', { width: 7 })
  expect(await other.readFacts('a')).toEqual({ width: 7 })
  expect([...kept.keys()]).toEqual([`facts/${hash('sha256', encoder).slice(0, 16)}/a`])
  one.write('b', Buffer.from('bytes'))
  expect([await other.has('b'), await other.has('none')]).toEqual([true, false])
  expect((await other.read('b'))?.toString()).toBe('bytes')
})
