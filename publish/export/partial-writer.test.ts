import { mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDirectoryWriter } from './directory-writer.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-partial-'))
  await publish({ 'index.html': 'home', 'a/index.html': 'a', 'a "b"/index.html': 'quoted' })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function publish(files: Record<string, string>) {
  const writer = await openDirectoryWriter(folder)
  for (const [path, text] of Object.entries(files)) await writer.write(path, text)
  return writer.commit()
}

const openPart = () => openDirectoryWriter(folder, { isPartial: true })

it('recognises files that are unchanged since they were published', async () => {
  const [writer, whole] = [await openPart(), await openDirectoryWriter(folder)]
  for (const path of ['index.html', 'a/index.html', 'a "b"/index.html']) {
    expect(writer.published(path)).toEqual(whole.published(path))
    expect(writer.keep(path)).toBe(true)
  }
  expect(String(await writer.read('a "b"/index.html'))).toBe('quoted')
  expect([writer.published('b.html'), writer.keep('b.html'), await writer.read('b.html')]).toEqual([
    ...[undefined, false, undefined],
  ])
  for (const one of [writer, whole]) await one.discard()
})

it('replaces a file like a writer of all files, and keeps the others', async () => {
  const before = await stat(join(folder, 'site/index.html'))
  const writer = await openPart()
  expect(await writer.write('a "b"/index.html', 'other')).toMatchObject({ bytes: 5, isNew: true })
  expect(await writer.write('index.html', Buffer.from('home'))).toMatchObject({ bytes: 4, isNew: false })
  expect(await readFile(join(folder, 'site/a "b"/index.html'), 'utf8')).toBe('quoted')
  const changes = await writer.commit()
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
])('does not recognise a file that is %s', async (state, spoil) => {
  const isListed = !state.startsWith('unknown')
  await spoil()
  const writer = await openPart()
  expect(writer.published('a/index.html')).toBeUndefined()
  expect([writer.keep('a/index.html'), writer.published('index.html') === undefined]).toEqual([false, !isListed])
  await writer.discard()
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
