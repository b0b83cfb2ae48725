import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compressFiles } from './compress.ts'
import { compressedFiles } from './compressed-cache.ts'
import { openDirectoryWriter } from './directory-writer.ts'
import { measureFiles, notedExports, noteExport, pruneFiles } from './kept-files.ts'

let folder: string
let cache: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-compressed-'))
  cache = join(folder, 'cache')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const page = (words: string) => `<p>${words}</p>\n`.repeat(200)

async function publish(out: string, files: Record<string, string>): Promise<void> {
  const writer = compressFiles(await openDirectoryWriter(join(folder, out)), cache)
  for (const [path, text] of Object.entries(files)) await writer.write(path, text)
  await writer.commit()
  noteExport(cache, join(folder, out))
}

const counts = async () => {
  const { all, unused } = measureFiles(await compressedFiles(cache))
  return [all.files, unused.files]
}

it('keeps files that exports need, and removes others', async () => {
  await publish('one', { 'index.html': page('first') })
  await publish('two', { 'index.html': page('other') })
  expect(await counts()).toEqual([4, 0])
  await publish('one', { 'index.html': page('second') })
  expect(await counts()).toEqual([6, 2])
  expect(pruneFiles(await compressedFiles(cache)).files).toBe(2)
  expect(await counts()).toEqual([4, 0])
  await publish('one', { 'index.html': page('second') })
  expect(await counts()).toEqual([4, 0])
})

it('treats files of a removed export, drafts and damaged records as unused', async () => {
  await publish('one', { 'index.html': page('first') })
  await mkdir(join(cache, 'ab'), { recursive: true })
  await writeFile(join(cache, `ab/${'ab'.repeat(32)}.br.draft`), 'half')
  await writeFile(join(cache, 'exports/spoilt.json'), '{"out":')
  expect(await counts()).toEqual([3, 1])
  await rm(join(folder, 'one'), { recursive: true })
  pruneFiles(await compressedFiles(cache))
  expect(await counts()).toEqual([0, 0])
  expect(await readdir(cache)).toContain('exports')
})

it('finds the export of a build by its absolute path, in any working directory', async () => {
  await publish('one', { 'index.html': page('first') })
  await rm(join(cache, 'exports'), { recursive: true })
  noteExport(cache, relative(process.cwd(), join(folder, 'one')))
  expect(notedExports(cache)).toEqual([{ out: join(folder, 'one'), files: [] }])
})

it('is empty where nothing was ever compressed', async () => {
  expect(measureFiles(await compressedFiles(join(folder, 'none')))).toEqual({
    all: { files: 0, bytes: 0 },
    unused: { files: 0, bytes: 0 },
  })
})
