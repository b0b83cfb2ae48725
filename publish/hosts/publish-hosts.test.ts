import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publishHosts } from './publish-hosts.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-hosts-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const files = (...paths: string[]) => new Map(paths.map((path) => [path, `text of ${path}`]))

it('replaces the whole folder, so that no file of a host left out stays', async () => {
  await publishHosts(folder, files('nginx/site.conf', 'caddy/Caddyfile'))
  await publishHosts(folder, files('caddy/Caddyfile', 'plain/old/index.html'))
  expect((await readdir(folder)).sort()).toEqual(['hosts'])
  expect((await readdir(join(folder, 'hosts'))).sort()).toEqual(['caddy', 'plain'])
  expect(await readFile(join(folder, 'hosts/plain/old/index.html'), 'utf8')).toBe('text of plain/old/index.html')
})

it('keeps the folder of before when a file cannot be written, and leaves nothing beside it', async () => {
  await publishHosts(folder, files('nginx/site.conf'))
  await expect(publishHosts(folder, files('a', 'a/b'))).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(await readdir(folder)).toEqual(['hosts'])
  expect(await readdir(join(folder, 'hosts'))).toEqual(['nginx'])
})

it('puts right what a build that was killed left', async () => {
  await mkdir(join(folder, '.retired-hosts'))
  await writeFile(join(folder, '.retired-hosts/kept'), '')
  await mkdir(join(folder, '.staging-hosts-999999999'))
  await expect(publishHosts(folder, files('a', 'a/b'))).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['hosts'])
  expect(await readdir(join(folder, 'hosts'))).toEqual(['kept'])
})

/** Modification times of everything in the folder, and of itself. */
async function times(): Promise<Record<string, number>> {
  const paths = ['.', ...(await readdir(folder, { recursive: true }))]
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await stat(join(folder, path))).mtimeMs] as const)),
  )
}

it('touches nothing when nothing changed', async () => {
  await publishHosts(folder, files('nginx/site.conf', 'plain/old/index.html'))
  const before = await times()
  await publishHosts(folder, files('nginx/site.conf', 'plain/old/index.html'))
  expect(await times()).toEqual(before)
})

it('keeps the modification time of files that did not change', async () => {
  await publishHosts(folder, files('nginx/site.conf', 'plain/old/index.html'))
  const before = await times()
  await publishHosts(folder, files('nginx/site.conf', 'plain/new/index.html').set('plain/old/index.html', 'other'))
  const after = await times()
  expect(after['hosts/nginx/site.conf']).toBe(before['hosts/nginx/site.conf'])
  expect(after['hosts/plain/old/index.html']).not.toBe(before['hosts/plain/old/index.html'])
})

it('removes folders and links that do not belong there, and follows none', async () => {
  await publishHosts(folder, files('nginx/site.conf'))
  await mkdir(join(folder, 'hosts/empty'))
  await publishHosts(folder, files('nginx/site.conf'))
  expect(await readdir(join(folder, 'hosts'))).toEqual(['nginx'])
  await writeFile(join(folder, 'elsewhere'), 'text of nginx/site.conf')
  await rm(join(folder, 'hosts/nginx/site.conf'))
  await symlink(join(folder, 'elsewhere'), join(folder, 'hosts/nginx/site.conf'))
  await publishHosts(folder, files('nginx/site.conf'))
  expect((await lstat(join(folder, 'hosts/nginx/site.conf'))).isFile()).toBe(true)
})
