import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { packManifest, readManifest } from './export-manifest.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-manifest-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = { path: 'a/index.html', bytes: 5, mtimeMs: 1.25, sha256: 'a'.repeat(64) }

async function read(text: string) {
  const manifest = join(folder, '.files.json')
  await writeFile(manifest, text)
  return await readManifest(manifest)
}

it('is read as it was packed', async () => {
  expect([...((await read(packManifest([file])))?.files.values() ?? [])]).toEqual([file])
})

it.each([{ path: '../index.html' }, { path: '/etc/passwd' }, { bytes: -1 }, { mtimeMs: null }, { sha256: 'A' }])(
  'is ignored with a file of %j',
  async (wrong) => {
    expect(await read(packManifest([{ ...file, ...wrong } as typeof file]))).toBeUndefined()
  },
)

it('is ignored when it is of another version', async () => {
  expect(await read(packManifest([file]).replace('"version":1', '"version":2'))).toBeUndefined()
})
