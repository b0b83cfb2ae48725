import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDirectoryWriter } from './directory-writer.ts'
import { keepAssets } from './keep-assets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keep-assets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const out = () => join(folder, 'out')

/** One build that makes a page and the named assets. */
async function build(names: string[], builds = 3): Promise<string[]> {
  const writer = await openDirectoryWriter(out())
  await writer.write('index.html', names.join())
  for (const name of names) await writer.write(`assets/${name}`, `bytes of ${name}`)
  const note = await keepAssets(writer, out(), builds)
  await writer.commit(() => new Map([note]))
  return (await readdir(join(folder, 'out', 'site', 'assets'))).sort()
}

it('keeps the files of the last three builds before this one', async () => {
  expect(await build(['main-1.js', 'site-1.css'])).toEqual(['main-1.js', 'site-1.css'])
  expect(await build(['main-2.js', 'site-1.css'])).toEqual(['main-1.js', 'main-2.js', 'site-1.css'])
  expect(await build(['main-3.js', 'site-1.css'])).toEqual(['main-1.js', 'main-2.js', 'main-3.js', 'site-1.css'])
  await build(['main-4.js', 'site-2.css'])
  expect(await build(['main-5.js', 'site-2.css'])).toEqual([
    ...['main-2.js', 'main-3.js', 'main-4.js', 'main-5.js', 'site-1.css', 'site-2.css'],
  ])
  expect(await readFile(join(folder, 'out/site/assets/main-2.js'), 'utf8')).toBe('bytes of main-2.js')
})

it('does not count a build that changes no assets', async () => {
  await build(['main-1.js'], 1)
  await build(['main-2.js'], 1)
  await build(['main-2.js'], 1)
  expect(await build(['main-2.js'], 1)).toEqual(['main-1.js', 'main-2.js'])
})

it('keeps none with a setting of zero, and never anything but assets', async () => {
  await build(['main-1.js'])
  expect(await build(['main-2.js'], 0)).toEqual(['main-2.js'])
})

it.each([
  '',
  'no json',
  '{"builds":[["../../etc/passwd"]]}',
  '{"builds":[["assets/../../x"]]}',
  '{"builds":[["assets/a\\u0000b"]]}',
])('survives the manifest %j', async (manifest) => {
  await build(['main-1.js'])
  await writeFile(join(folder, 'out', '.assets.json'), manifest)
  expect(await build(['main-2.js'])).toContain('main-2.js')
})

it('treats published assets as those of one build when there is no manifest, or a folder in its place', async () => {
  await build(['main-1.js'])
  await rm(join(folder, 'out', '.assets.json'))
  expect(await build(['main-2.js'])).toEqual(['main-1.js', 'main-2.js'])
  await rm(join(folder, 'out', '.assets.json'))
  await mkdir(join(folder, 'out', '.assets.json'))
  expect(await build(['main-3.js'])).toEqual(['main-1.js', 'main-2.js', 'main-3.js'])
})

it('keeps files in place, and counts a kept file that the build uses', async () => {
  await build(['main-1.js', 'site-1.css'])
  const asset = join(folder, 'out/site/assets/main-1.js')
  const { ino, mtimeMs } = await stat(asset)
  await build(['main-2.js', 'site-1.css'], 1)
  expect(await stat(asset)).toMatchObject({ ino, mtimeMs })

  const writer = await openDirectoryWriter(out())
  await writer.write('index.html', 'again')
  expect([writer.keep('assets/main-2.js'), writer.keep('assets/site-1.css')]).toEqual([true, true])
  const note = await keepAssets(writer, out(), 1)
  await writer.commit(() => new Map([note]))
  expect(await readdir(join(out(), 'site/assets'))).toEqual(['main-1.js', 'main-2.js', 'site-1.css'])
})

it('keeps a file with a changed time, and drops one with changed bytes', async () => {
  await build(['touched.js', 'forged.js'])
  await utimes(join(out(), 'site/assets/touched.js'), 1, 1)
  await writeFile(join(out(), 'site/assets/forged.js'), 'evil')
  expect(await build(['main-2.js'])).toEqual(['main-2.js', 'touched.js'])
})

it('takes over the files of an export without a manifest, but none behind a link', async () => {
  await build(['main-1.js', 'linked.js'])
  await rm(join(out(), '.files.json'))
  await rm(join(out(), 'site/assets/linked.js'))
  await writeFile(join(folder, 'secret'), 'secret')
  await symlink(join(folder, 'secret'), join(out(), 'site/assets/linked.js'))
  expect(await build(['main-2.js'])).toEqual(['main-1.js', 'main-2.js'])
})

it('keeps them when the list of published files was unreadable for a moment', async () => {
  await build(['main-1.js'])
  const list = join(out(), '.files.json')
  await rename(list, join(folder, 'list'))
  await mkdir(list) // a folder cannot be read as a file
  const writer = await openDirectoryWriter(out())
  await rmdir(list)
  await rename(join(folder, 'list'), list)
  await writer.write('assets/main-2.js', 'bytes')
  await keepAssets(writer, out(), 3)
  expect(writer.planned().map(({ path }) => path)).toEqual(['assets/main-1.js', 'assets/main-2.js'])
  await writer.discard()
})
