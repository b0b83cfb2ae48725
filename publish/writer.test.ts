import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportPath } from '#publish/export/commit/next-export.ts'
import { stageFiles } from '#publish/export/commit/stage-files.ts'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import { type Changes, describeFile } from '#publish/export/export-changes.ts'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import type { Writer } from './writer.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-writer-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Opens writers that publish to one place, one after the other, and reads the published files. */
type Place = { open: () => Promise<Writer>; published: () => Promise<Record<string, string>> }

const places: Record<string, () => Place> = {
  'directory writer': () => ({
    open: () => openDirectoryWriter(join(folder, 'out')),
    published: () => filesIn(join(folder, 'out/site')),
  }),
  'directory writer of files that are staged elsewhere': () => ({
    open: async () => stagingElsewhere(await openDirectoryWriter(join(folder, 'out'))),
    published: () => filesIn(join(folder, 'out/site')),
  }),
  'directory writer of releases': () => ({
    open: () => openDirectoryWriter(join(folder, 'out'), { swap: true }),
    published: () => filesIn(join(folder, 'out/site')),
  }),
  'memory writer': () => {
    const writer = openMemoryWriter()
    return {
      open: async () => writer,
      published: async () =>
        Object.fromEntries([...writer.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])),
    }
  },
}

/** A writer that receives every file as if from another thread. */
function stagingElsewhere(writer: Writer): Writer {
  const { threadStaging } = writer
  if (!threadStaging) throw new Error('This writer takes no files from elsewhere.')
  const stage = stageFiles(threadStaging.folder)
  return {
    ...writer,
    async write(path, content) {
      const bytes = Buffer.from(content)
      const file = describeFile(exportPath(path), bytes)
      return threadStaging.claim({
        ...file,
        ...stage({ path: file.path, content: bytes, existing: threadStaging.existing(path) }),
      })
    },
  }
}

async function filesIn(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(
      files.sort().map(async (file) => [file.slice(root.length + 1), await readFile(file, 'utf8')] as const),
    ),
  )
}

/** The modification times of a folder and of everything in it. */
async function timesIn(root: string): Promise<Record<string, number>> {
  const paths = ['.', ...(await readdir(root, { recursive: true }))]
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await lstat(join(root, path))).mtimeMs] as const)),
  )
}

/** Changes a file that was last changed at second 1000, without changing its modification time. */
async function disguise(file: string, text: string): Promise<void> {
  await writeFile(file, text)
  await utimes(file, 1000, 1000)
}

async function publish(place: Place, files: Record<string, string>): Promise<Changes> {
  const writer = await place.open()
  for (const [path, text] of Object.entries(files)) await writer.write(path, text)
  return await writer.commit()
}

const pathsOf = ({ added, changed, removed }: Changes) => ({
  added: added.map(({ path }) => path),
  changed: changed.map(({ path }) => path),
  removed: removed.map(({ path }) => path),
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const file = (path: string, text: string) => ({ path, sha256: sha256(text), bytes: Buffer.byteLength(text) })

describe.each(Object.entries(places))('the %s', (_, makePlace) => {
  it('publishes everything together, at the commit', async () => {
    const place = makePlace()
    const writer = await place.open()
    await Promise.all([
      writer.write('index.html', 'home'),
      writer.write('en/żółw 100%/index.html', Buffer.from('żółw')),
    ])
    expect(await place.published()).toEqual({})
    await writer.commit()
    expect(await place.published()).toEqual({ 'index.html': 'home', 'en/żółw 100%/index.html': 'żółw' })
  })

  it('reports unchanged and removed files', async () => {
    const place = makePlace()
    await publish(place, { 'same.html': 'a', 'other.html': 'b', 'z/gone.html': 'c', 'gone.html': 'c' })
    const writer = await place.open()
    expect(await writer.write('same.html', 'a')).toMatchObject({ isNew: false })
    expect(await writer.write('other.html', 'bb')).toMatchObject({ isNew: true })
    expect(await writer.write('new.html', 'c')).toMatchObject({ isNew: true })
    expect(pathsOf(await writer.commit())).toEqual({
      added: ['new.html'],
      changed: ['other.html'],
      removed: ['gone.html', 'z/gone.html'],
    })
    expect(await place.published()).toEqual({ 'same.html': 'a', 'other.html': 'bb', 'new.html': 'c' })
  })

  it('finds a published file by any spelling of its path', async () => {
    const place = makePlace()
    await publish(place, { 'a/b.html': 'a' })
    const writer = await place.open()
    expect(await writer.write('./a//b.html', 'a')).toMatchObject({ isNew: false })
    expect(await writer.commit()).toEqual({ added: [], changed: [], removed: [] })
  })

  it('discards written files on request', async () => {
    const place = makePlace()
    await publish(place, { 'a.html': 'old' })
    const writer = await place.open()
    await writer.write('a.html', 'new')
    await writer.discard()
    expect(await place.published()).toEqual({ 'a.html': 'old' })
  })

  it.each(['../a', 'a/../../b', '/etc/passwd', '', '.', 'a/..', 'a\0b'])('refuses the path %j', async (path) => {
    const writer = await makePlace().open()
    await expect(writer.write(path, 'x')).rejects.toThrow(`The path ${JSON.stringify(path)} points outside the export.`)
    await writer.discard()
  })

  it.each(['a/b.html', 'a//b.html', 'a/x/../b.html'])('refuses %j when "a/b.html" is written', async (path) => {
    const writer = await makePlace().open()
    await writer.write('a/b.html', 'x')
    await expect(writer.write(path, 'y')).rejects.toThrow('The file "a/b.html" of the export is written twice.')
    await writer.discard()
  })

  it('keeps all other files for a build of some pages, unless they are in the way of written ones', async () => {
    const place = makePlace()
    await publish(place, { 'a.html': 'a', 'b.html': 'b', 'c/index.html': 'c', 'd.html': 'd' })
    const writer = await place.open()
    await writer.write('b.html', 'bb')
    await writer.write('c', 'a file now')
    writer.keepOthers()
    expect(pathsOf(await writer.commit())).toEqual({ added: ['c'], changed: ['b.html'], removed: ['c/index.html'] })
    expect(await place.published()).toEqual({ 'a.html': 'a', 'b.html': 'bb', c: 'a file now', 'd.html': 'd' })
  })

  it('keeps no compressed form of a file that changed', async () => {
    const place = makePlace()
    const forms = { 'a.html.br': 'old', 'a.html.gz': 'old', 'b.html.gz': 'old' }
    await publish(place, { 'a.html': 'old', 'b.html': 'old', ...forms })
    const writer = await place.open()
    await writer.write('a.html', 'new')
    await writer.write('b.html', 'old')
    writer.keepOthers()
    const { changed, removed } = pathsOf(await writer.commit())
    expect({ changed, removed }).toEqual({ changed: ['a.html'], removed: ['a.html.br', 'a.html.gz'] })
  })

  it('keeps published files, as often as requested, and no others', async () => {
    const place = makePlace()
    await publish(place, { 'a/b.html': 'a', 'gone.html': 'b' })
    const writer = await place.open()
    expect(writer.keep('nothing.html')).toBe(false)
    expect(writer.keep('a')).toBe(false)
    expect(writer.keep('a/b.html')).toBe(true)
    expect(writer.keep('./a//b.html')).toBe(true)
    expect(() => writer.keep('../a')).toThrow('points outside the export')
    expect(pathsOf(await writer.commit())).toEqual({ added: [], changed: [], removed: ['gone.html'] })
    expect(await place.published()).toEqual({ 'a/b.html': 'a' })
  })

  it('may keep and write a file only with the same bytes', async () => {
    const place = makePlace()
    await publish(place, { 'a.html': 'a', 'b.html': 'b', 'c.html': 'c' })
    const writer = await place.open()
    expect(writer.keep('a.html')).toBe(true)
    expect(await writer.write('a.html', 'a')).toMatchObject({ isNew: false })
    await expect(writer.write('a.html', 'new')).rejects.toThrow(
      '"a.html" of the export is kept, but also written with different',
    )
    await writer.write('b.html', 'b')
    expect(writer.keep('b.html')).toBe(true)
    await writer.write('c.html', 'new')
    expect(writer.keep('c.html')).toBe(false)
    expect(pathsOf(await writer.commit())).toEqual({ added: [], changed: ['c.html'], removed: [] })
    expect(await place.published()).toEqual({ 'a.html': 'a', 'b.html': 'b', 'c.html': 'new' })
  })

  it('returns published files, until the commit', async () => {
    const place = makePlace()
    await publish(place, { 'a.html': 'żółw' })
    const writer = await place.open()
    await writer.write('a.html', 'new')
    expect((await writer.read('a.html'))?.toString()).toBe('żółw')
    expect(writer.published('./a.html')).toEqual({ path: 'a.html', sha256: sha256('żółw'), bytes: 7 })
    expect(await writer.read('b.html')).toBeUndefined()
    expect(writer.published('b.html')).toBeUndefined()
    expect(['./a.html', 'b.html'].map(writer.has)).toEqual([true, false])
    await writer.discard()
  })

  it('returns digests and sizes of changes, sorted by path', async () => {
    const place = makePlace()
    const first = await publish(place, { 'b.html': 'żółw', 'a.html': 'a', 'a/x.html': 'x' })
    expect(first).toEqual({
      added: [file('a.html', 'a'), file('a/x.html', 'x'), file('b.html', 'żółw')],
      changed: [],
      removed: [],
    })
    expect(await publish(place, { 'b.html': 'b' })).toEqual({
      added: [],
      changed: [file('b.html', 'b')],
      removed: [file('a.html', 'a'), file('a/x.html', 'x')],
    })
  })

  it('turns files into folders, and folders into files', async () => {
    const place = makePlace()
    await publish(place, { x: 'file', 'y/a.html': 'a', 'y/b/c.html': 'c', 'z.html': 'z' })
    expect(pathsOf(await publish(place, { 'x/index.html': 'page', y: 'file', 'z.html': 'z' }))).toEqual({
      added: ['x/index.html', 'y'],
      changed: [],
      removed: ['x', 'y/a.html', 'y/b/c.html'],
    })
    expect(await place.published()).toEqual({ 'x/index.html': 'page', y: 'file', 'z.html': 'z' })
  })

  it('renames files to upper and lower case', async () => {
    const place = makePlace()
    await publish(place, { 'About.html': 'a', 'EN/a.html': 'b' })
    await publish(place, { 'about.html': 'a', 'en/a.html': 'b' })
    expect(await place.published()).toEqual({ 'about.html': 'a', 'en/a.html': 'b' })
  })

  it.each([
    ['a', 'a/b.html'],
    ['a/b/c.html', 'a/b'],
    ['a', 'a/b/c.html'],
  ])('refuses %j beside %j', async (one, other) => {
    const place = makePlace()
    await publish(place, { [one]: 'x' })
    for (const take of ['write', 'keep'] as const) {
      const writer = await place.open()
      await writer[take](one, 'x')
      await expect(writer.write(other, 'y')).rejects.toThrow(/lies inside the file "a"|has the path of a folder/)
      await writer.discard()
    }
  })

  it('starts from scratch after a discarded build', async () => {
    const place = makePlace()
    await publish(place, { 'a.html': 'old' })
    const dropped = await place.open()
    await dropped.write('a.html', 'new')
    await dropped.write('b.html', 'new')
    await dropped.discard()
    expect(pathsOf(await publish(place, { 'a.html': 'old' }))).toEqual({ added: [], changed: [], removed: [] })
  })
})

describe('the folder of the directory writer', () => {
  const out = () => join(folder, 'out')

  it('keeps the modification times of unchanged files only', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'same.html': 'a', 'other.html': 'b' })
    const earlier = new Date('2020-01-01T00:00:00Z')
    for (const name of ['same.html', 'other.html']) await utimes(join(out(), 'site', name), earlier, earlier)
    await publish(place, { 'same.html': 'a', 'other.html': 'c' })
    expect((await stat(join(out(), 'site/same.html'))).mtime).toEqual(earlier)
    expect((await stat(join(out(), 'site/other.html'))).mtime).not.toEqual(earlier)
  })

  it('has the export, our mark, and no temporary files', async () => {
    const writer = await openDirectoryWriter(out())
    await writer.write('index.html', 'a')
    await writer.commit()
    expect((await readdir(out())).sort()).toEqual(['.files.json', '.site-export', 'site'])
    await (await openDirectoryWriter(out())).discard()
    expect((await readdir(out())).sort()).toEqual(['.files.json', '.site-export', 'site'])
  })

  it('may be empty, new, or contain only a .gitignore', async () => {
    await mkdir(out())
    await writeFile(join(out(), '.gitignore'), '*')
    const writer = await openDirectoryWriter(out())
    await writer.write('a.html', 'a')
    await writer.commit()
    expect(await readdir(out())).toContain('.gitignore')
    await (await openDirectoryWriter(join(folder, 'deep/er'))).discard()
  })

  it.each(['thesis.txt', 'site/index.html', '.staging-1/a', '.git/HEAD'])(
    'is refused untouched when it contains %s',
    async (file) => {
      await mkdir(join(out(), file, '..'), { recursive: true })
      await writeFile(join(out(), file), 'years of work')
      await expect(openDirectoryWriter(out())).rejects.toMatchObject({
        finding: {
          code: 'export-not-ours',
          message: `The output folder "${out()}" contains files that are not an export of this tool; none of them was changed.`,
          hint: 'Choose an empty or new folder with --out.',
        },
      })
      expect(await filesIn(out())).toEqual({ [file]: 'years of work' })
    },
  )

  it.each(['a-file', 'a-file/out'])('at %s cannot be written', async (path) => {
    await writeFile(join(folder, 'a-file'), 'mine')
    await expect(openDirectoryWriter(join(folder, path))).rejects.toMatchObject({
      finding: {
        code: 'export-unwritable',
        message: `The output folder "${join(folder, path)}" cannot be written: "${join(folder, 'a-file')}" is a file, but a folder is needed.`,
        hint: 'Move it away, or choose another folder with --out.',
      },
      cause: { code: 'ENOTDIR' },
    })
    expect(await readFile(join(folder, 'a-file'), 'utf8')).toBe('mine')
  })

  /**
   * Publishes files as a user who is not root, who may change everything, and returns what the writer reported. The
   * user owns the files and folders in `owned`, and may write in no folder of `fixed`.
   */
  async function publishAsOther(files: Record<string, string>, { owned, fixed }: Record<string, string[]>) {
    for (const file of ['', '.site-export', '.files.json', 'site', ...(owned ?? [])])
      await chown(join(out(), file), 65_534, 65_534).catch(() => undefined) // only root needs to, and may, do this
    for (const above of [folder, dirname(folder)]) await chmod(above, 0o755)
    for (const one of fixed ?? []) await chmod(join(out(), one), 0o555)
    // gives up root once the modules are loaded
    const script = `
      import { openDirectoryWriter } from './publish/export/directory-writer.ts'
      if (process.getuid() === 0) process.setuid(65534)
      const writer = await openDirectoryWriter(process.argv[1])
      for (const [path, text] of JSON.parse(process.argv[2])) await writer.write(path, text)
      const told = await writer.commit().then(() => 'done', ({ finding }) => finding.message)
      await writer.discard()
      console.log(told)`
    const args = ['--import', 'tsx', '--input-type=module', '-e', script, out(), JSON.stringify(Object.entries(files))]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    for (const one of fixed ?? []) await chmod(join(out(), one), 0o755)
    return stdout.trim()
  }

  it('is reported when a folder in it may not be changed, and stays as it was', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'a', 'b/c.html': 'c', 'd/e.html': 'e' })
    const rights = { owned: ['site/a.html', 'site/d', 'site/d/e.html', 'site/b'], fixed: ['site/b'] }
    const before = await filesIn(out())
    const reported = `The output folder "${out()}" cannot be written at "site/b": there is no permission to read or write it.`
    expect(await publishAsOther({ 'a.html': 'new', 'b/c.html': 'new', 'f/g.html': 'new' }, rights)).toBe(reported)
    expect(await filesIn(out())).toEqual(before)
    expect(await publishAsOther({ 'a.html': 'new', 'b/c.html': 'c' }, rights)).toBe('done')
  })

  it('is reported when a folder deep in one that is to be removed may not be emptied, and stays as it was', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'a', 'b/c/d.html': 'd' })
    const before = await filesIn(out())
    expect(await publishAsOther({ 'a.html': 'new' }, { owned: ['site/b'], fixed: ['site/b/c'] })).toBe(
      `The output folder "${out()}" cannot be written at "site/b/c": there is no permission to read or write it.`,
    )
    expect(await filesIn(out())).toEqual(before)
  })

  it('is written although the leftovers of another process may not be removed', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'a' })
    const left = '.staging-999999999/replaced/b'
    await mkdir(join(out(), left), { recursive: true })
    await writeFile(join(out(), left, 'c.html'), 'c')
    expect(await publishAsOther({ 'a.html': 'new' }, { fixed: [left] })).toBe('done')
    expect(await place.published()).toEqual({ 'a.html': 'new' })
    await (await openDirectoryWriter(out())).discard()
    expect(await readdir(out())).not.toContain('.staging-999999999')
  })

  /** Starts a process that writes half of an export and then runs this code. */
  function startHalf(code: string) {
    const script = `
      import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
      const writer = await openDirectoryWriter(process.argv[1])
      await writer.write('a.html', 'half')
      ${code}`
    return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, out()])
  }

  it('has no leftovers of a build that exits in the middle', async () => {
    const [code] = await once(startHalf('process.exit(3)'), 'close')
    expect([code, await readdir(out())]).toEqual([3, ['.site-export']])
  })

  it('loses the staging folder of a killed build, and keeps its export', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'old' })
    const child = startHalf("console.log('written'); setInterval(() => {}, 1000)")
    await once(child.stdout, 'data')
    const staging = `.staging-${child.pid}`
    expect(await readdir(out())).toContain(staging)

    const beside = await openDirectoryWriter(out())
    await beside.discard()
    expect(await readdir(out()), 'the folder of a running build stays').toContain(staging)

    child.kill('SIGKILL')
    await once(child, 'close')
    await (await openDirectoryWriter(out())).discard()
    expect((await readdir(out())).sort()).toEqual(['.files.json', '.site-export', 'site'])
    expect(await place.published()).toEqual({ 'a.html': 'old' })
  })

  it('has the export of the later one of two builds that both started without one', async () => {
    const place = places['directory writer']?.() as Place
    const writer = await place.open()
    await writer.write('a.html', 'mine')
    await mkdir(join(out(), 'site'))
    await writeFile(join(out(), 'site/b.html'), 'of another build')
    await writer.commit()
    expect(await place.published()).toEqual({ 'a.html': 'mine' })
  })

  it('stays as it was when staged files are gone before the commit', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'old' })
    const writer = await place.open()
    await writer.write('a.html', 'mine')
    await rm(join(out(), `.staging-${process.pid}`), { recursive: true })
    await expect(writer.commit()).rejects.toThrow('was removed, or changed, while the build ran; nothing was published')
    await writer.discard()
    expect(await place.published()).toEqual({ 'a.html': 'old' })
  })

  it('is not touched when another folder replaced the export meanwhile', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'old' })
    const writer = await place.open()
    await writer.write('a.html', 'mine')
    await rename(join(out(), 'site'), join(folder, 'elsewhere'))
    await mkdir(join(out(), 'site'))
    await writeFile(join(out(), 'site/b.html'), 'of somebody else')
    await expect(writer.commit()).rejects.toThrow('was removed, or changed, while the build ran; nothing was published')
    await writer.discard()
    expect(await place.published()).toEqual({ 'b.html': 'of somebody else' })
  })

  it('is not touched when nothing changed', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a/index.html': 'a', 'b/index.html': 'b' })
    await chmod(out(), 0o755)
    const before = await timesIn(out())
    const writer = await place.open()
    writer.keep('a/index.html')
    await writer.write('b/index.html', 'b')
    await writer.commit()
    expect(await timesIn(out())).toEqual(before)
  })

  it('keeps a foreign change beside a build of some pages, and never treats it as its own', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'a', 'b.html': 'b' })
    await writeFile(join(out(), 'site/a.html'), 'changed by hand')
    const writer = await place.open()
    await writer.write('b.html', 'bb')
    writer.keepOthers()
    await writer.commit()
    expect(await readFile(join(out(), 'site/a.html'), 'utf8')).toBe('changed by hand')
    const next = await place.open()
    expect([next.keep('a.html'), next.keep('b.html'), next.notice]).toEqual([false, true, undefined])
    await next.discard()
  })

  it('keeps a file that lost the fraction of its second, as in a CI cache, but not one of another second', async () => {
    const place = places['directory writer']?.() as Place
    const published = { 'back.html': 'a', 'later.html': 'b' }
    await publish(place, published)
    for (const [later, name] of Object.keys(published).entries()) {
      const file = join(out(), 'site', name)
      const second = Math.floor((await stat(file)).mtimeMs / 1000)
      await utimes(file, second + later, second + later)
    }
    const next = await place.open()
    expect([next.keep('back.html'), next.keep('later.html')]).toEqual([true, false])
    await next.discard()
  })

  it('cannot replace a file that is a mount point, and names it', async (context) => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'old' })
    const page = join(out(), 'site/a.html')
    if (spawnSync('mount', ['--bind', page, page]).status !== 0)
      return context.skip('Nothing of our own can be mounted here.')
    await expect(publish(place, { 'a.html': 'new' })).rejects.toMatchObject({
      finding: {
        code: 'export-half-done',
        message: expect.stringContaining(
          '" cannot be written at "site/a.html": another program uses it, or it is mounted',
        ),
      },
    })
    spawnSync('umount', [page])
    await publish(place, { 'a.html': 'new' })
    expect(await readFile(page, 'utf8')).toBe('new')
  })

  it.for([false, true])(
    'starts no commit into a folder "site" that is a mount point (swap: %s)',
    async (swap, context) => {
      const place = places['directory writer']?.() as Place
      await publish(place, { 'a.html': 'old' })
      const site = join(out(), 'site')
      if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', site]).status !== 0)
        return context.skip('No disk of our own can be mounted here.')
      const next = await openDirectoryWriter(out(), { swap })
      await next.write('a.html', 'new')
      await expect(next.commit()).rejects.toMatchObject({
        finding: {
          code: 'export-unwritable',
          message: expect.stringContaining(
            '" cannot be written at "site": it is on another disk, or in a folder that is mounted separately.',
          ),
        },
      })
      await next.discard()
      expect(await readdir(site)).toEqual([])
      spawnSync('umount', [site])
      await publish(place, { 'a.html': 'new' })
      expect(await readFile(join(site, 'a.html'), 'utf8')).toBe('new')
    },
  )

  it('starts no commit if a folder in it is a mount point', async (context) => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'sub/a.html': 'old' })
    const site = join(out(), 'site/sub')
    if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', site]).status !== 0)
      return context.skip('No disk of our own can be mounted here.')
    await expect(publish(place, { 'sub/a.html': 'new' }))
      .rejects.toMatchObject({
        finding: {
          code: 'export-unwritable',
          message: expect.stringContaining(
            '" cannot be written at "site/sub": it is on another disk, or in a folder that is mounted separately.',
          ),
          hint: 'Mount the whole folder, or choose another folder with --out.',
        },
      })
      .finally(() => spawnSync('umount', [site]))
    await (await place.open()).discard()
    expect(await readFile(join(site, 'a.html'), 'utf8')).toBe('old')
  })

  it.for<[what: string, path: string, how: string[], swap: boolean]>([
    ['a disk', 'uploads', ['-t', 'tmpfs', 'tmpfs'], false],
    ['a folder of the same disk', 'up loads', ['--bind'], false],
    ['a disk, deep in a folder that goes', 'old/a/b', ['-t', 'tmpfs', 'tmpfs'], false],
    ['a disk, in the folder that becomes a link', 'uploads', ['-t', 'tmpfs', 'tmpfs'], true],
  ])('keeps everything that is mounted in it: %s', async ([_, path, how, swap], context) => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'old', 'old/index.html': 'old' })
    const uploads = join(out(), 'site', path)
    const volume = join(folder, 'volume')
    for (const made of [uploads, volume]) await mkdir(made, { recursive: true })
    const args = how.includes('--bind') ? [...how, volume] : how
    if (spawnSync('mount', [...args, uploads]).status !== 0)
      return context.skip('No disk of our own can be mounted here.')
    await writeFile(join(uploads, 'photo.jpg'), 'of somebody')
    const message = expect.stringContaining(`" cannot be written at "site/${path}": it is on another disk`)
    const open = () => (swap ? openDirectoryWriter(out(), { swap }) : place.open())
    let kept: string[] = []
    await expect(publish({ ...place, open }, { 'a.html': 'new' }))
      .rejects.toMatchObject({ finding: { code: 'export-unwritable', message } })
      .finally(async () => {
        kept = await readdir(uploads)
        spawnSync('umount', [uploads])
      })
    expect([kept, await readFile(join(out(), 'site/a.html'), 'utf8')]).toEqual([['photo.jpg'], 'old'])
  })

  it('is turned into a link even if it came with the image of a container', async (context) => {
    const image = join(folder, 'image')
    const first = await openDirectoryWriter(join(image, 'out'))
    await first.write('a.html', 'old')
    await first.commit()
    for (const name of ['upper', 'work', 'container']) await mkdir(join(folder, name))
    const container = join(folder, 'container')
    const layers = `lowerdir=${image},upperdir=${join(folder, 'upper')},workdir=${join(folder, 'work')}`
    if (spawnSync('mount', ['-t', 'overlay', '-o', layers, 'overlay', container]).status !== 0)
      return context.skip('No layers can be mounted here.')
    try {
      const next = await openDirectoryWriter(join(container, 'out'), { swap: true })
      await next.write('a.html', 'new')
      await next.commit()
      expect(await readFile(join(container, 'out/site/a.html'), 'utf8')).toBe('new')
      expect((await lstat(join(container, 'out/site'))).isSymbolicLink()).toBe(true)
    } finally {
      spawnSync('umount', [container])
    }
  })

  it('keeps no file that differs from the published one', async () => {
    const place = places['directory writer']?.() as Place
    const names = ['longer', 'padded', 'touched', 'forged', 'missing', 'linked', 'whole']
    const at = (name: string) => join(out(), 'site', name)
    await publish(place, Object.fromEntries(names.map((name) => [name, 'text'])))
    for (const name of ['padded', 'forged']) await utimes(at(name), 1000, 1000)
    await publish(place, Object.fromEntries(names.map((name) => [name, 'text'])))
    await writeFile(at('longer'), 'text and more')
    await utimes(at('touched'), 1, 1)
    await disguise(at('padded'), 'text and more')
    await disguise(at('forged'), 'fake')
    await rm(at('missing'))
    await writeFile(join(folder, 'secret'), 'text')
    await rm(at('linked'))
    await symlink(join(folder, 'secret'), at('linked'))
    const writer = await place.open()
    const kept = names.filter((name) => name !== 'forged' && writer.keep(name))
    expect(kept).toEqual(['whole'])
    const read = await Promise.all(names.map(async (name) => (await writer.read(name))?.toString()))
    expect(Object.fromEntries(names.map((name, index) => [name, read[index]]))).toEqual({
      touched: 'text',
      whole: 'text',
    })
    for (const name of names) if (name !== 'whole') await writer.write(name, 'text')
    expect(pathsOf(await writer.commit())).toEqual({
      added: ['linked', 'missing'],
      changed: ['forged', 'longer', 'padded'],
      removed: [],
    })
    expect(await place.published()).toEqual(Object.fromEntries(names.map((name) => [name, 'text'])))
    const again = await place.open()
    expect(names.filter((name) => again.keep(name))).toEqual(names)
    await again.discard()
  })

  it.each([
    ['missing', undefined],
    ['damaged', () => '{"version":1,"files":[{'],
    ['foreign', (text: string) => text.replace('"version":1', '"version":2')],
    [
      'hostile',
      (text: string) => text.replace('"files":[', '"files":[{"path":"../x","bytes":1,"mtimeMs":1,"sha256":""},'),
    ],
  ])('compares bytes when the manifest is %s, and writes a new one', async (_, spoil) => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'a' })
    const { mtimeMs } = await stat(join(out(), 'site/a.html'))
    const manifest = join(out(), '.files.json')
    if (spoil) await writeFile(manifest, spoil(await readFile(manifest, 'utf8')))
    else await rm(manifest)
    const writer = await place.open()
    expect(writer.keep('a.html')).toBe(false)
    expect(await writer.write('a.html', 'a')).toMatchObject({ isNew: false })
    await writer.commit()
    expect((await stat(join(out(), 'site/a.html'))).mtimeMs).toBe(mtimeMs)
    const next = await place.open()
    expect(next.keep('a.html')).toBe(true)
    await next.discard()
  })

  it('loses files that nobody wrote, with a report of these and of lost ones', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a/b/index.html': 'a', 'lost.html': 'l' })
    await rm(join(out(), 'site/lost.html'))
    await mkdir(join(out(), 'site/empty/er'), { recursive: true })
    await mkdir(join(out(), 'site/a/c'))
    await writeFile(join(out(), 'site/a/c/stray.html'), 's')
    await writeFile(join(out(), 'site/stray'), 's')
    const writer = await place.open()
    expect([writer.keep('a/b/index.html'), writer.keep('stray')]).toEqual([true, false])
    expect(await writer.commit()).toEqual({
      added: [],
      changed: [],
      removed: [file('a/c/stray.html', 's'), file('lost.html', 'l'), file('stray', 's')],
    })
    expect((await readdir(join(out(), 'site'), { recursive: true })).sort()).toEqual(['a', 'a/b', 'a/b/index.html'])
  })

  it('never follows a link out of the export', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'en/a.html': 'a', 'de/a.html': 'a', 'c.html': 'c' })
    const outside = join(folder, 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'a.html'), 'a')
    const site = join(out(), 'site')
    for (const name of ['en', 'de', 'c.html']) await rm(join(site, name), { recursive: true })
    await symlink(outside, join(site, 'en'))
    await symlink(outside, join(site, 'de'))
    await symlink(outside, join(site, 'stray'))
    await symlink(join(outside, 'a.html'), join(site, 'c.html'))
    const writer = await place.open()
    expect([writer.keep('en/a.html'), writer.keep('c.html'), await writer.read('en/a.html')]).toEqual([
      false,
      false,
      undefined,
    ])
    expect(await writer.write('en/a.html', 'new')).toMatchObject({ isNew: true })
    expect(await writer.write('c.html', 'new')).toMatchObject({ isNew: true })
    await writer.commit()
    expect(await filesIn(outside)).toEqual({ 'a.html': 'a' })
    expect(await place.published()).toEqual({ 'en/a.html': 'new', 'c.html': 'new' })
    expect((await readdir(site)).sort()).toEqual(['c.html', 'en'])
  })

  it.each([false, true])('may be behind a link, as to a disk mounted elsewhere (releases: %s)', async (swap) => {
    const mounted = join(folder, 'mounted')
    await mkdir(mounted)
    await symlink(mounted, out())
    const sidecarsOf = (text: string) =>
      new Map(Object.entries({ 'routing.json': text, [`hosts/${text}/site.conf`]: text }))
    for (const text of ['a', 'b']) {
      const writer = await openDirectoryWriter(out(), { swap })
      await writer.write('a.html', text)
      await writer.commit(() => sidecarsOf(text))
      expect((await lstat(out())).isSymbolicLink()).toBe(true)
      expect(await filesIn(join(mounted, 'site'))).toEqual({ 'a.html': text })
      expect(await readFile(join(mounted, 'routing.json'), 'utf8')).toBe(text)
      expect(await readdir(join(mounted, 'hosts'))).toEqual([text])
    }
  })

  it('replaces a link instead of the whole export', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'a' })
    await rename(join(out(), 'site'), join(folder, 'elsewhere'))
    await symlink(join(folder, 'elsewhere'), join(out(), 'site'))
    expect(pathsOf(await publish(place, { 'b.html': 'b' }))).toEqual({
      added: ['b.html'],
      changed: [],
      removed: ['a.html'],
    })
    expect(await filesIn(join(folder, 'elsewhere'))).toEqual({ 'a.html': 'a' })
    expect((await lstat(join(out(), 'site'))).isDirectory()).toBe(true)
  })

  it('may have read-only files, which are replaced', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'a', 'b.html': 'b' })
    for (const name of ['a.html', 'b.html']) await chmod(join(out(), 'site', name), 0o400)
    await publish(place, { 'a.html': 'new' })
    expect(await place.published()).toEqual({ 'a.html': 'new' })
  })

  it('is updated even if its list of files is gone', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'a', 'b.html': 'b' })
    await rm(join(out(), '.files.json'))
    await mkdir(join(out(), '.staging-999999999/en'), { recursive: true })
    expect(pathsOf(await publish(place, { 'a.html': 'a' }))).toEqual({ added: [], changed: [], removed: ['b.html'] })
    expect((await readdir(out())).sort()).toEqual(['.files.json', '.site-export', 'site'])
  })

  it('may have a damaged journal, which is ignored', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'a' })
    for (const removals of ['["../x"]', '["a.html"', '["/etc"]']) {
      const beside = '{"moves":[],"removals":[]}'
      const text = `{"version":1,"staging":".staging-1","moves":[],"removals":${removals},"beside":${beside}}`
      await writeFile(join(out(), '.journal.json'), text)
      await publish(place, { 'a.html': 'a' })
      expect((await readdir(out())).sort()).toEqual(['.files.json', '.site-export', 'site'])
    }
    expect(await place.published()).toEqual({ 'a.html': 'a' })
  })

  it('gives a dry run the same results as a build, and is not touched by it', async () => {
    const place = places['directory writer']?.() as Place
    const dry = await openDirectoryWriter(out(), { dryRun: true })
    expect(await dry.write('a/b.html', 'a')).toMatchObject({ isNew: true })
    expect((await dry.commit()).added).toEqual([file('a/b.html', 'a')])
    await expect(stat(out())).rejects.toThrow('ENOENT')

    await publish(place, { 'same.html': 'a', 'other.html': 'b', 'kept.html': 'c', 'gone.html': 'd' })
    await mkdir(join(out(), '.staging-999999999'))
    const before = await timesIn(out())
    const answers = async (dryRun: boolean) => {
      const writer = await openDirectoryWriter(out(), { dryRun })
      const outcomes = [
        await writer.write('same.html', 'a'),
        await writer.write('other.html', 'bb'),
        writer.keep('kept.html'),
      ]
      await expect(writer.write('other.html', 'c')).rejects.toThrow('written twice')
      return [...outcomes, await writer.commit()]
    }
    const foreseen = await answers(true)
    await (await openDirectoryWriter(out(), { dryRun: true })).discard()
    expect(await timesIn(out())).toEqual(before)
    expect(await answers(false)).toEqual(foreseen)
  })

  it('is refused by a dry run when it is foreign', async () => {
    await mkdir(out())
    await writeFile(join(out(), 'thesis.txt'), 'years of work')
    await expect(openDirectoryWriter(out(), { dryRun: true })).rejects.toMatchObject({
      finding: { code: 'export-not-ours' },
    })
  })
})

it.each(['', 'no list', '{"version":1,"files":[{'])(
  'is reported when its list of published files is damaged: %j',
  async (text) => {
    const first = await openDirectoryWriter(folder)
    expect(first.notice).toBeUndefined()
    await first.write('index.html', 'home')
    await first.commit()
    const noticeOfNext = async () => {
      const next = await openDirectoryWriter(folder)
      await next.discard()
      return next.notice
    }
    expect(await noticeOfNext()).toBeUndefined()
    await writeFile(join(folder, '.files.json'), text)
    expect(await noticeOfNext()).toContain('.files.json" is damaged')
  },
)

it('is reported when it was removed during a build, instead of a missing path', async () => {
  const writer = await openDirectoryWriter(join(folder, 'out'))
  await writer.write('a.html', 'a')
  await rm(join(folder, 'out'), { recursive: true })
  await expect(writer.write('b.html', 'b')).rejects.toThrow('was removed, or changed, while the build ran')
  await writer.discard()
})

it('is not called removed when its disk refuses a name as missing', async () => {
  const writer = await openDirectoryWriter(join(folder, 'out'))
  await writer.write('a.html', 'a')
  const message = "ENOENT: no such file or directory, mkdir 'a:b'"
  const refused = {
    ...describeFile('a:b/index.html', Buffer.from('b')),
    state: 'failed',
    code: 'ENOENT',
    message,
  } as const
  await expect(writer.threadStaging?.claim(refused)).rejects.toThrow(`cannot be written: ${message}`)
  await writer.discard()
})
