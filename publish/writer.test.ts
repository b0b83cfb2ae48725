import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDirectoryWriter, openMemoryWriter, type Writer } from './writer.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-writer-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Opens writers that publish to one place, one after the other, and reads what is published. */
type Place = { open: () => Promise<Writer>; published: () => Promise<Record<string, string>> }

const places: Record<string, () => Place> = {
  'directory writer': () => ({
    open: () => openDirectoryWriter(join(folder, 'out')),
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

async function filesIn(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(
      files.sort().map(async (file) => [file.slice(root.length + 1), await readFile(file, 'utf8')] as const),
    ),
  )
}

async function publish(place: Place, files: Record<string, string>): Promise<string[]> {
  const writer = await place.open()
  for (const [path, text] of Object.entries(files)) await writer.write(path, text)
  return (await writer.commit()).removed
}

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

  it('tells what is unchanged, and what went away', async () => {
    const place = makePlace()
    await publish(place, { 'same.html': 'a', 'other.html': 'b', 'z/gone.html': 'c', 'gone.html': 'c' })
    const writer = await place.open()
    expect(await writer.write('same.html', 'a')).toBe('unchanged')
    expect(await writer.write('other.html', 'bb')).toBe('written')
    expect(await writer.write('new.html', 'c')).toBe('written')
    expect((await writer.commit()).removed).toEqual(['gone.html', 'z/gone.html'])
    expect(await place.published()).toEqual({ 'same.html': 'a', 'other.html': 'bb', 'new.html': 'c' })
  })

  it('knows a published file by any spelling of its path', async () => {
    const place = makePlace()
    await publish(place, { 'a/b.html': 'a' })
    const writer = await place.open()
    expect(await writer.write('./a//b.html', 'a')).toBe('unchanged')
    expect((await writer.commit()).removed).toEqual([])
  })

  it('drops what was written when told so', async () => {
    const place = makePlace()
    await publish(place, { 'a.html': 'old' })
    const writer = await place.open()
    await writer.write('a.html', 'new')
    await writer.discard()
    expect(await place.published()).toEqual({ 'a.html': 'old' })
  })

  it.each(['../a', 'a/../../b', '/etc/passwd', '', '.', 'a/..', 'a\0b'])('refuses the path %j', async (path) => {
    const writer = await makePlace().open()
    await expect(writer.write(path, 'x')).rejects.toThrow(`The path ${JSON.stringify(path)} leads out of the export.`)
    await writer.discard()
  })

  it.each(['a/b.html', 'a//b.html', 'a/x/../b.html'])('refuses %j when "a/b.html" is written', async (path) => {
    const writer = await makePlace().open()
    await writer.write('a/b.html', 'x')
    await expect(writer.write(path, 'y')).rejects.toThrow(`The file "${path}" of the export is written twice.`)
    await writer.discard()
  })
})

describe('the folder of the directory writer', () => {
  const out = () => join(folder, 'out')

  it('keeps the modification time of what did not change, and only of that', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'same.html': 'a', 'other.html': 'b' })
    const earlier = new Date('2020-01-01T00:00:00Z')
    for (const name of ['same.html', 'other.html']) await utimes(join(out(), 'site', name), earlier, earlier)
    await publish(place, { 'same.html': 'a', 'other.html': 'c' })
    expect((await stat(join(out(), 'site/same.html'))).mtime).toEqual(earlier)
    expect((await stat(join(out(), 'site/other.html'))).mtime).not.toEqual(earlier)
  })

  it('holds the export, our mark and nothing of the work', async () => {
    const writer = await openDirectoryWriter(out())
    await writer.write('index.html', 'a')
    await writer.commit()
    expect((await readdir(out())).sort()).toEqual(['.site-export', 'site'])
    await (await openDirectoryWriter(out())).discard()
    expect((await readdir(out())).sort()).toEqual(['.site-export', 'site'])
  })

  it('may be empty, new, or hold a .gitignore', async () => {
    await mkdir(out())
    await writeFile(join(out(), '.gitignore'), '*')
    const writer = await openDirectoryWriter(out())
    await writer.write('a.html', 'a')
    await writer.commit()
    expect(await readdir(out())).toContain('.gitignore')
    await (await openDirectoryWriter(join(folder, 'deep/er'))).discard()
  })

  it.each(['thesis.txt', 'site/index.html', '.staging-1/a', '.git/HEAD'])(
    'is refused untouched when it holds %s',
    async (file) => {
      await mkdir(join(out(), file, '..'), { recursive: true })
      await writeFile(join(out(), file), 'years of work')
      await expect(openDirectoryWriter(out())).rejects.toMatchObject({
        finding: {
          code: 'export-not-ours',
          message: `The output folder "${out()}" holds files that are not an export of ours; nothing in it was touched.`,
          hint: 'Choose an empty or new folder with --out.',
        },
      })
      expect(await filesIn(out())).toEqual({ [file]: 'years of work' })
    },
  )

  it.each(['a-file', 'a-file/out'])('at %s cannot be written', async (path) => {
    await writeFile(join(folder, 'a-file'), 'mine')
    await expect(openDirectoryWriter(join(folder, path))).rejects.toMatchObject({
      finding: { code: 'export-unwritable', hint: 'Choose another folder with --out, or mend its permissions.' },
      cause: { code: 'ENOTDIR' },
    })
    expect(await readFile(join(folder, 'a-file'), 'utf8')).toBe('mine')
  })

  it('loses the staging folder of a killed build, and keeps its export', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'old' })
    const script = `
      import { openDirectoryWriter } from '#publish/writer.ts'
      const writer = await openDirectoryWriter(process.argv[1])
      await writer.write('a.html', 'half')
      console.log('written')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, out()])
    await once(child.stdout, 'data')
    const staging = `.staging-${child.pid}`
    expect(await readdir(out())).toContain(staging)

    const beside = await openDirectoryWriter(out())
    await beside.discard()
    expect(await readdir(out()), 'the folder of a running build stays').toContain(staging)

    child.kill('SIGKILL')
    await once(child, 'close')
    await (await openDirectoryWriter(out())).discard()
    expect((await readdir(out())).sort()).toEqual(['.site-export', 'site'])
    expect(await place.published()).toEqual({ 'a.html': 'old' })
  })

  it('gets the export back that a killed build had moved aside', async () => {
    const place = places['directory writer']?.() as Place
    await publish(place, { 'a.html': 'old' })
    await rename(join(out(), 'site'), join(out(), '.retired'))
    await (await openDirectoryWriter(out())).discard()
    expect(await place.published()).toEqual({ 'a.html': 'old' })
  })

  it('takes the later of two builds that both began without an export', async () => {
    const place = places['directory writer']?.() as Place
    const writer = await place.open()
    await writer.write('a.html', 'mine')
    await mkdir(join(out(), 'site'))
    await writeFile(join(out(), 'site/b.html'), 'of another build')
    await writer.commit()
    expect(await place.published()).toEqual({ 'a.html': 'mine' })
  })
})
