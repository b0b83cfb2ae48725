import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressFiles } from '#publish/export/compress.ts'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import { type Deployed, deploy } from './deployed.ts'
import { makeFixture } from './make-fixture.ts'
import { profiles } from './profiles.ts'

const files = {
  '/': ['index.html', 'text/html'],
  '/about': ['about/index.html', 'text/html'],
  '/100%25': ['100%/index.html', 'text/html'],
  '/a%20b': ['a b/index.html', 'text/html'],
  '/en': ['en/index.html', 'text/html'],
  '/assets/site-A1.css': ['assets/site-A1.css', 'text/css'],
  '/assets/a%20b.svg': ['assets/a b.svg', 'image/svg+xml'],
  '/sw.js': ['sw.js', 'text/javascript'],
  '/sitemap.xml': ['sitemap.xml', 'application/xml'],
} as const
const long = (file: string): string => `${file}: ${'żółw '.repeat(500)}`

/** The encodings that self-hosted servers send from files of `--compress`. Other hosts compress by themselves. */
const sent: Record<string, string[]> = {
  nginx: ['gzip'],
  apache: ['br', 'gzip'],
  'apache-vhost': ['br', 'gzip'],
  caddy: ['br', 'gzip'],
}

async function makeCompressed(folder: string): Promise<void> {
  await makeFixture(folder)
  const packed = join(folder, 'packed')
  const directory = await openDirectoryWriter(packed)
  const writer = compressFiles(directory, join(folder, 'cache'))
  for (const [file] of Object.values(files)) await writer.write(file, long(file))
  await writer.commit()
  for (const [file] of Object.values(files)) {
    await mkdir(join(folder, 'site', file, '..'), { recursive: true })
    for (const ending of ['', '.br', '.gz'])
      await writeFile(
        join(folder, 'site', `${file}${ending}`),
        await readFile(join(packed, 'site', `${file}${ending}`)),
      )
  }
}

describe.each(profiles.filter(({ name }) => name in sent))('compressed files on $name', (profile) => {
  let host: Deployed
  beforeAll(async () => {
    host = await deploy(profile, makeCompressed)
  })
  afterAll(() => host?.close())

  it.each(Object.entries(files))('are sent for %s to browsers that accept them', async (path, [file, type]) => {
    for (const encoding of sent[profile.name] ?? []) {
      const { status, headers, bytes } = await host.visit(path, { 'accept-encoding': encoding })
      const unpacked = headers.get('content-encoding') === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)
      expect([status, headers.get('content-encoding')]).toEqual([200, encoding])
      expect(unpacked.toString()).toBe(long(file))
      expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`)
      expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
      expect(
        bytes.equals(await readFile(join(host.folder, 'site', `${file}.${encoding === 'br' ? 'br' : 'gz'}`))),
      ).toBe(true)
    }
  })

  it.each(Object.entries(files))('are not sent for %s to clients that accept none', async (path, [file]) => {
    for (const accept of ['identity', 'br;q=0, gzip;q=0']) {
      const { headers, body } = await host.visit(path, { 'accept-encoding': accept })
      expect([headers.get('content-encoding'), body]).toEqual([null, long(file)])
    }
  })

  it('have the headers of the original file', async () => {
    const answers = [undefined, 'gzip'].map((encoding) =>
      host.visit('/assets/site-A1.css', encoding ? { 'accept-encoding': encoding } : {}),
    )
    const [plain, packed] = await Promise.all(answers)
    for (const name of ['cache-control', 'content-security-policy', 'cross-origin-resource-policy'])
      expect(packed?.headers.get(name)).toBe(plain?.headers.get(name))
  })
})
