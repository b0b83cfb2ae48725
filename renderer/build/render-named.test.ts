import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildSite } from '#renderer/build-site.ts'
import { smallContent } from '#tests/commands/small-content.ts'
import { page } from '#tests/fixtures/content.ts'
import { type FixtureOptions, type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import type { BuildJob } from './build-job.ts'
import { lookAtPages } from './remember-build.ts'
import { type NamedJob, type RenderedNamed, renderNamed } from './render-named.ts'

const content: FixtureOptions = smallContent()
let service: FixtureService
let folder: string
let job: BuildJob

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-named-'))
  service = await startFixtureService(content)
  const settings = testSettings()
  const [family] = settings.families
  if (!family) throw new Error('Settings have a family.')
  job = {
    ...{
      settings,
      family,
      locales: ['pl', 'en'],
      toolRoot: resolve('.'),
      siteRoot: resolve('.'),
      engine: 'react',
      concurrency: 8,
    },
    ...{ api: service.api, out: join(folder, 'out'), cache: join(folder, 'cache'), images: 'off', ledger: false },
  }
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

/** Builds, so that the changes of the previous test to the export are repaired. */
beforeEach(async () => {
  Object.assign(content, { ...smallContent(), intercept: undefined })
  expect((await buildSite(job)).errors).toEqual([])
  service.requests.length = 0
})

const pathOf = (file: string) => join(folder, 'out/site', file)
const read = (file: string) => readFile(pathOf(file), 'utf8')
const render = (slug: string, changes: Partial<NamedJob> = {}): Promise<RenderedNamed> =>
  renderNamed({ ...job, only: { slugs: [slug], locales: ['pl'], withDependents: false }, ...changes })

/** Changes the words of a page at the service, and its title if one is given. */
function say(id: number, html: string, title = id === 2 ? 'About' : 'Team', more: object = {}): void {
  const blocks = [{ id: `${id}-1`, type: 'text', html, ...more }]
  content.locales = {
    ...content.locales,
    pl: { ...content.locales.pl, pages: { ...content.locales.pl?.pages, [id]: page(id, title, { blocks }) } },
  }
}

it('renders a page from its document only, with the bytes of a clean build, and the next build reuses it', async () => {
  say(4, '<p>Other words.</p>')
  const rendered = await render('/about/team')
  if (!('report' in rendered)) throw new Error(rendered.why)
  const { report } = rendered
  expect(service.requests.map(({ url }) => url)).toEqual([expect.stringContaining('/api/pages/4')])
  expect(report).toMatchObject({ isPublished: true, errors: [], files: { added: 0, changed: 1, removed: 0 } })
  expect(await read('about/team/index.html')).toContain('Other words.')

  const clean = { ...job, out: join(folder, 'clean'), cache: join(folder, 'clean-cache') }
  const whole = await buildSite(clean)
  expect(await readFile(join(clean.out, 'site/about/team/index.html'), 'utf8')).toBe(
    await read('about/team/index.html'),
  )
  expect([report.pages.total, report.bytes.html]).toEqual([whole.pages.total, whole.bytes.html])
  expect((await buildSite(job)).pages.rendered).toBe(0)
})

it("uses the site's own texts", async () => {
  const siteRoot = join(folder, 'own')
  await mkdir(join(siteRoot, 'texts'), { recursive: true })
  await symlink(resolve('brand'), join(siteRoot, 'brand'), 'dir') // files newer than this process count as edited
  await writeFile(join(siteRoot, 'texts/pl.json'), '{ "header": { "skip": "Do rzeczy" } }')
  const own = { siteRoot, out: join(folder, 'own-out') }
  expect((await buildSite({ ...job, ...own })).errors).toEqual([])
  say(4, '<p>Other words.</p>')
  expect(await render('/about/team', own)).toMatchObject({ report: { files: { changed: 1 } } })
  const html = await readFile(join(own.out, 'site/about/team/index.html'), 'utf8')
  expect(html).toContain('Do rzeczy')
  expect(html).toContain('Other words.')
})

it('leaves all answers of the service to the next build, its own included', async () => {
  say(4, '<p>Other words.</p>')
  expect(await render('/about/team')).toMatchObject({ report: { isPublished: true } })
  const { requests } = await buildSite(job)
  expect(requests.notModified).toBe(requests.total)
})

it('keeps questions of other pages that the page no longer asks', async () => {
  for (const id of [2, 4]) say(id, '<p><a href="/blog?from=text">Blog</a></p>')
  await buildSite(job)
  say(2, '<p>Other words.</p>')
  expect(await render('/about')).toMatchObject({ report: { files: { changed: 1 } } })
  expect((await buildSite(job)).pages.rendered).toBe(0)
})

it('keeps the data with which the next build explains why another page is rendered, even if the whole site is read', async () => {
  say(4, '<p>Words that no other page has.</p>')
  await buildSite(job)
  say(4, '<p>Other words.</p>')
  const only = { slugs: ['/about'], locales: ['pl'], withDependents: false }
  expect((await buildSite({ ...job, only })).pages.rendered).toBe(1)
  expect((await buildSite(job)).pages.rendered).toBe(1)
  using pages = lookAtPages(job)
  expect(pages.previous.pages.get('about/team/index.html')?.reasons).toMatchObject([
    { kind: 'answer', changes: [{ path: 'blocks[0].html' }] },
  ])
})

it('writes nothing when the page has not changed', async () => {
  const rendered = await render('/about')
  expect(rendered).toMatchObject({ report: { isPublished: true, files: { changed: 0 } } })
})

it.each<[string, string, () => unknown, Partial<NamedJob>]>([
  [
    'pages that are not named are wanted',
    '"--deps" renders pages that are not named',
    () => {},
    { only: { slugs: ['/about'], locales: ['pl'], withDependents: true } },
  ],
  ['nothing is kept', 'there is no record of an earlier build', () => {}, { cache: undefined } as Partial<NamedJob>],
  [
    'another folder is meant',
    'there is no record of an earlier build',
    () => {},
    { out: join(tmpdir(), 'site-never-built') },
  ],
  ['forms of the page are compressed', '"--compress" writes files beside the pages', () => {}, { compress: true }],
  [
    'another engine is named',
    '.pages.sqlite" was made with other versions of the tools',
    () => {},
    { engine: 'preact' },
  ],
  [
    'the last build had errors',
    '.pages.sqlite" has no record of a build without errors',
    async () => {
      Object.assign(content, { intercept: refuseTeam })
      await buildSite({ ...job, keepGoing: true })
      Object.assign(content, { intercept: undefined })
    },
    {},
  ],
  [
    'an option differs',
    'options, settings or versions differ from those of the last build',
    () => {},
    { strict: true },
  ],
  [
    'others may show what changed',
    'other pages may depend on what changed in the document "pages/2" (pl)',
    () => say(2, '<p>About us.</p>', 'Renamed'),
    {},
  ],
  [
    'the file was changed by hand',
    'the file "about/index.html" of the export is not the one that the last build published',
    () => appendFile(pathOf('about/index.html'), '<!-- by hand -->'),
    {},
  ],
  [
    'a file that every page loads is gone',
    'is not the one that the last build published',
    async () => rm(pathOf((/assets\/[\w.-]+\.css/.exec(await read('index.html')) ?? [''])[0])),
    {},
  ],
  [
    'it shows a picture that was never read',
    'there is no record of the picture "/media/new.svg"',
    () => say(2, '<p><img src="/media/new.svg" alt="new"></p>'),
    {},
  ],
  ['it cannot be rendered', 'A text has HTML that is nested more than', () => say(2, '<b>'.repeat(6000)), {}],
  ['the service does not answer', '503', () => Object.assign(content, { intercept: refuse }), {}],
])('requires the whole site, and leaves the export unchanged, when %s', async (_, why, prepare, changes) => {
  await prepare()
  const look = async () => [await read('about/index.html'), await readdir(join(folder, 'out'), { recursive: true })]
  const before = await look()
  const rendered = await render('/about', changes)
  expect(rendered).toEqual({ why: expect.stringContaining(why) })
  expect(rendered).toEqual({ why: expect.stringMatching(/^(?![A-Z][a-z]* ).*[^.]$/) }) // fits into a sentence
  expect(await look()).toEqual(before)
})

it('requires the whole site when a file of its picture is gone', async () => {
  await rm(
    join(
      folder,
      'out/site',
      (/\/(media\/[^"]+\.svg|assets\/[^"]+\.svg)/.exec(await read('about/index.html')) ?? [])[1] ?? '',
    ),
  )
  expect(await render('/about')).toEqual({ why: expect.stringMatching(/^the picture ".*" is not in the export$/) })
})

it('requires the whole site when one of several files of its picture is gone', async () => {
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#468' } })
    .jpeg()
    .toBuffer()
  content.files = { ...content.files, '/media/photo.jpg': { body: photo, type: 'image/jpeg' } }
  const image = { url: '/media/photo.jpg', alt: 'photo' }
  say(2, '<p>About us.</p>', 'About', { image })
  const encoded: BuildJob = { ...job, images: 'on', out: join(folder, 'encoded'), cache: join(folder, 'encoded-cache') }
  expect((await buildSite(encoded)).errors).toEqual([])
  expect(await render('/about', encoded)).toHaveProperty('report')
  const html = await readFile(join(encoded.out, 'site/about/index.html'), 'utf8')
  const [file = ''] = /assets\/photo-[\w-]+\.avif/.exec(html) ?? []
  await rm(join(encoded.out, 'site', file))
  expect(await render('/about', encoded)).toEqual({ why: `the picture "${file}" is not in the export` })
})

it('ends immediately when it is interrupted', async () => {
  await expect(render('/about', { signal: AbortSignal.abort(new Error('interrupted')) })).rejects.toThrow('interrupted')
})

function refuseTeam({ url = '' }: { url?: string }, response: Parameters<typeof refuse>[1]): boolean {
  return url.startsWith('/api/pages/4') && refuse(undefined, response)
}

function refuse(_: unknown, response: { writeHead: (status: number) => { end: () => void } }): boolean {
  response.writeHead(503).end()
  return true
}
