import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '#renderer/build/report.ts'
import { isSoak } from '#tests/is-soak.ts'
import { node, page, smallSite } from './fixtures/content.ts'
import { type FixtureService, sendJson, startFixtureService } from './fixtures/content-service.ts'
import { runSite } from './run-site.ts'

let folder: string
let service: FixtureService
const inFolder = (name: string): string => join(folder, name)

/** A page with one picture that exists, one that is missing and one that is forbidden. */
const showing = (urls: string[]) =>
  page(9, 'Pictures', { blocks: [{ id: 91, type: 'gallery', images: urls.map((url) => ({ url, alt: 'A dot' })) }] })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-snapshot-'))
  const small = smallSite()
  const pictures = ['/media/dot.svg', '/media/missing.png', 'http://127.0.0.1:9/away.png']
  const site = {
    ...small,
    nodes: [...(small.nodes ?? []), node('/pictures', 9)],
    pages: { ...small.pages, 9: showing(pictures) },
  }
  const dot = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>'
  service = await startFixtureService({
    locales: { pl: site, en: site },
    files: { '/media/dot.svg': { body: dot, type: 'image/svg+xml' } },
    intercept: (request, response) => {
      if (!request.url?.startsWith('/api/search') || !request.url.includes('locale=en')) return false
      sendJson(response, 404, {})
      return true
    },
  })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

/** The bytes of every file of an export, by path. */
async function exportIn(out: string): Promise<Map<string, string>> {
  const root = join(inFolder(out), 'site')
  const entries = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  return new Map(
    await Promise.all(paths.map(async (path) => [path.slice(root.length), await readFile(path, 'base64')] as const)),
  )
}

/** Builds with an empty cache, so that the snapshot is the only source. */
const build = (out: string, ...more: string[]) =>
  runSite([
    'build',
    '--locale',
    'pl,en',
    '--out',
    inFolder(out),
    '--cache',
    inFolder(`${out}-cache`),
    '--json',
    ...more,
  ])

it('builds the same from a snapshot as when it was saved, warnings included, without a service', async () => {
  const snapshot = inFolder('site.snapshot')
  const saved = await build('saved', '--api', service.api, '--save-snapshot', snapshot)
  expect(saved.code).toBe(0)
  const asked = service.requests.length

  // SITE_API is ignored: nothing listens at its address.
  const from = await build('built', '--from-snapshot', snapshot)
  const elsewhere = { env: { SITE_API: 'http://127.0.0.1:9/api' } }
  const args = ['build', '--locale', 'pl,en', '--out', inFolder('again'), '--from-snapshot', snapshot]
  const again = await runSite([...args, '--cache', inFolder('again-cache')], elsewhere)
  expect([from.code, again.code]).toEqual([0, 0])
  expect(service.requests).toHaveLength(asked)

  const files = await exportIn('saved')
  expect(files.size).toBeGreaterThan(20)
  expect(await exportIn('built')).toEqual(files)
  expect(await exportIn('again')).toEqual(files)
  const reports = [saved, from].map(({ stdout }) => JSON.parse(stdout) as Report)
  expect(reports[1]?.warnings).toEqual(reports[0]?.warnings)
  expect(reports[0]?.warnings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['image-missing', 'image-forbidden', 'listing-missing']),
  )
  expect(reports[1]?.requests).toEqual({ total: 0, retried: 0, notModified: 0, failed: 0 })
})

it.runIf(isSoak)('names the locales that a snapshot lacks, and publishes nothing', async () => {
  const snapshot = inFolder('pl.snapshot')
  const one = [
    'build',
    '--locale',
    'pl',
    '--api',
    service.api,
    '--out',
    inFolder('pl'),
    '--cache',
    inFolder('pl-cache'),
  ]
  expect((await runSite([...one, '--save-snapshot', snapshot])).code).toBe(0)
  const { code, stderr } = await build('fewer', '--from-snapshot', snapshot)
  expect(code).toBe(2)
  expect(stderr).toContain(`The snapshot "${snapshot}" holds the locales pl, but not en.`)
  expect(stderr).toContain('with --save-snapshot')
})

it.each([
  ['a missing file', [], 'none.snapshot', 'does not exist'],
  ['a file that is not a snapshot', [], 'text.snapshot', 'cannot be read as a snapshot'],
  ['a service too', ['--api', 'http://127.0.0.1:9/api'], 'text.snapshot', 'uses no service; leave out --api'],
  ['a commerce service too', ['--commerce-api', 'http://127.0.0.1:9/api'], 'text.snapshot', 'uses no service'],
  ['a snapshot to save', ['--save-snapshot', 'x'], 'text.snapshot', "cannot be used with option '--save-snapshot"],
])('rejects %s as wrong usage', async (_, more, name, message) => {
  await writeFile(inFolder('text.snapshot'), 'not a database '.repeat(100))
  const { code, stderr } = await build('unused', '--from-snapshot', inFolder(name), ...more)
  expect(stderr).toContain(message)
  expect(code).toBe(2)
  expect(await readFile(inFolder('text.snapshot'), 'utf8')).toContain('not a database')
})
