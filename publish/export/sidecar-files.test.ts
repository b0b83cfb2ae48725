import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDirectoryWriter } from './directory-writer.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-beside-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const files = (...paths: string[]) => new Map(paths.map((path) => [`hosts/${path}`, `text of ${path}`]))

async function publish(sidecars: Map<string, string>): Promise<void> {
  const writer = await openDirectoryWriter(folder)
  await writer.write('index.html', 'always')
  await writer.commit(() => sidecars).finally(writer.discard)
}

const names = async (): Promise<string[]> => (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()

it('replaces the whole folder, so that no file of an omitted host stays', async () => {
  await publish(files('nginx/site.conf', 'caddy/Caddyfile'))
  await publish(files('caddy/Caddyfile', 'plain/old/index.html'))
  expect(await names()).toEqual(['hosts', 'site'])
  expect((await readdir(join(folder, 'hosts'))).sort()).toEqual(['caddy', 'plain'])
  expect(await readFile(join(folder, 'hosts/plain/old/index.html'), 'utf8')).toBe('text of plain/old/index.html')
})

it('keeps the folder when nothing is written for hosts, as when single pages are built', async () => {
  await publish(files('nginx/site.conf'))
  await publish(new Map([['changes.json', '{}']]))
  expect(await readdir(join(folder, 'hosts/nginx'))).toEqual(['site.conf'])
})

it('replaces a link to a file with the same content', async () => {
  await publish(files('nginx/site.conf'))
  const file = join(folder, 'hosts/nginx/site.conf')
  await rm(join(folder, 'hosts/nginx'), { recursive: true })
  await mkdir(join(folder, 'elsewhere'))
  await writeFile(join(folder, 'elsewhere/site.conf'), 'text of nginx/site.conf')
  await symlink(join(folder, 'elsewhere'), join(folder, 'hosts/nginx'))
  await publish(files('nginx/site.conf'))
  expect((await lstat(join(folder, 'hosts/nginx'))).isDirectory()).toBe(true)
  expect(await readFile(file, 'utf8')).toBe('text of nginx/site.conf')
})

it('keeps the earlier folder when a file cannot be written, and leaves nothing beside it', async () => {
  await publish(files('nginx/site.conf'))
  await expect(publish(files('a', 'a/b'))).rejects.toThrow('cannot be written')
  expect((await readdir(folder)).sort()).toEqual(['.files.json', '.site-export', 'hosts', 'site'])
  expect(await readdir(join(folder, 'hosts'))).toEqual(['nginx'])
})

/** The modification times of the folder and of everything in it. */
async function times(): Promise<Record<string, number>> {
  const paths = ['.', ...(await readdir(folder, { recursive: true }))]
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await stat(join(folder, path))).mtimeMs] as const)),
  )
}

it('touches nothing when nothing changed', async () => {
  await publish(files('nginx/site.conf', 'plain/old/index.html'))
  const before = await times()
  await publish(files('nginx/site.conf', 'plain/old/index.html'))
  expect(await times()).toEqual(before)
})

it('keeps the modification time of files that did not change', async () => {
  await publish(files('nginx/site.conf', 'plain/old/index.html'))
  const before = await times()
  await publish(files('nginx/site.conf', 'plain/new/index.html').set('hosts/plain/old/index.html', 'other'))
  const after = await times()
  expect(after['hosts/nginx/site.conf']).toBe(before['hosts/nginx/site.conf'])
  expect(after['hosts/plain/old/index.html']).not.toBe(before['hosts/plain/old/index.html'])
})

it('removes folders and links that do not belong there, and follows none', async () => {
  await publish(files('nginx/site.conf'))
  await mkdir(join(folder, 'hosts/empty'))
  await publish(files('nginx/site.conf'))
  expect(await readdir(join(folder, 'hosts'))).toEqual(['nginx'])
  await writeFile(join(folder, 'elsewhere'), 'text of nginx/site.conf')
  await rm(join(folder, 'hosts/nginx/site.conf'))
  await symlink(join(folder, 'elsewhere'), join(folder, 'hosts/nginx/site.conf'))
  await publish(files('nginx/site.conf'))
  expect((await lstat(join(folder, 'hosts/nginx/site.conf'))).isFile()).toBe(true)
})

it('is published with the export or not at all, replaces what is beside it, and never removes that', async () => {
  await publish(files('nginx/site.conf').set('routing.json', 'one'))
  await writeFile(join(folder, 'report.json'), 'of the build')
  const before = await times()
  const writer = await openDirectoryWriter(folder)
  await writer.write('index.html', 'other')
  await expect(writer.commit(() => files('a', 'a/b').set('routing.json', 'two'))).rejects.toThrow('cannot be written')
  await writer.discard()
  expect(await readFile(join(folder, 'site/index.html'), 'utf8')).toBe('always')
  expect(await readFile(join(folder, 'routing.json'), 'utf8')).toBe('one')
  expect((await times())['hosts/nginx/site.conf']).toBe(before['hosts/nginx/site.conf'])
  await publish(new Map([['routing.json', 'three']]))
  expect(await names()).toEqual(['hosts', 'report.json', 'routing.json', 'site'])
})
