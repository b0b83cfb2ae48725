import { mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDirectoryWriter } from './directory-writer.ts'
import { openStandingExport } from './standing-export.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-standing-'))
  await publish({ 'index.html': 'home', 'a/index.html': 'a', 'a "b"/index.html': 'quoted' })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function publish(files: Record<string, string>) {
  const writer = await openDirectoryWriter(folder)
  for (const [path, text] of Object.entries(files)) await writer.write(path, text)
  return writer.commit()
}

const shaOf = async (path: string): Promise<string> =>
  (await openDirectoryWriter(folder)).published(path)?.sha256 ?? 'nothing'

it('knows the files that stand as they were published', async () => {
  const standing = await openStandingExport(folder)
  for (const path of ['index.html', 'a/index.html', 'a "b"/index.html'])
    expect(standing.isPublished(path, await shaOf(path))).toBe(true)
  expect(standing.isPublished('a/index.html', await shaOf('index.html'))).toBe(false)
  expect(standing.isPublished('b.html', await shaOf('index.html'))).toBe(false)
})

it('replaces a file as the writer would, and lets the others stand', async () => {
  const before = await stat(join(folder, 'site/index.html'))
  const files = new Map([
    ['a "b"/index.html', Buffer.from('other')],
    ['index.html', Buffer.from('home')],
  ])
  const changes = (await openStandingExport(folder)).replace(files)
  expect(changes.changed.map(({ path, bytes }) => [path, bytes])).toEqual([['a "b"/index.html', 5]])
  expect(await readFile(join(folder, 'site/a "b"/index.html'), 'utf8')).toBe('other')
  expect((await stat(join(folder, 'site/index.html'))).mtimeMs).toBe(before.mtimeMs)
  expect((await readdir(folder)).sort()).toEqual(['.files.json', '.site-export', 'site'])
  const manifest = await readFile(join(folder, '.files.json'), 'utf8')
  const { added, changed, removed } = await publish({
    'index.html': 'home',
    'a/index.html': 'a',
    'a "b"/index.html': 'other',
  })
  expect([added, changed, removed]).toEqual([[], [], []])
  expect(await readFile(join(folder, '.files.json'), 'utf8')).toBe(manifest)
})

it.each([
  ['edited', () => writeFile(join(folder, 'site/a/index.html'), 'b')],
  ['gone', () => rm(join(folder, 'site/a/index.html'))],
  ['behind a link', () => linkFolder()],
  ['unknown, without a manifest', () => rm(join(folder, '.files.json'))],
  ['unknown, by a manifest cut short', async () => cutShort(join(folder, '.files.json'))],
])('does not touch a file that is %s', async (_, spoil) => {
  const sha256 = await shaOf('a/index.html')
  await spoil()
  const standing = await openStandingExport(folder)
  expect(standing.isPublished('a/index.html', sha256)).toBe(false)
  expect(() => standing.replace(new Map([['a/index.html', Buffer.from('new')]]))).toThrow('not as it was published')
  expect((await readdir(folder)).filter((name) => name.startsWith('.staging'))).toEqual([])
})

async function linkFolder(): Promise<void> {
  const moved = join(folder, 'site/moved')
  await rename(join(folder, 'site/a'), moved)
  await symlink(moved, join(folder, 'site/a'))
}

async function cutShort(file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.slice(0, -5))
}
