import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '#renderer/build/report.ts'
import { node, page } from './fixtures/content.ts'
import { type FixtureService, startFixtureService } from './fixtures/content-service.ts'
import { domLines, elementsOf } from './fixtures/html.ts'
import { runSite } from './run-site.ts'

let folder: string
let service: FixtureService
/** What the first build made. */
let first: Built

const image = (name: string, alt: string) => ({ url: `/m/${name}`, alt })
const home = page('1', 'Home', {
  layout: 'home',
  blocks: [
    { id: 1, type: 'banner', title: 'Banner', image: image('city-morning.jpg', 'City') },
    {
      id: 2,
      type: 'text',
      html: '<p>Words <img src="/m/person-1.png" alt="Ann"></p>',
      image: image('gone.jpg', 'Gone'),
    },
    { id: 3, type: 'gallery', images: [image('gallery-1.jpg', 'One'), image('live-map.gif', 'Map')] },
  ],
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-build-pictures-'))
  const names = ['city-morning.jpg', 'person-1.png', 'gallery-1.jpg', 'live-map.gif']
  const files = Object.fromEntries(
    await Promise.all(
      names.map(
        async (name) => [`/m/${name}`, { body: await readFile(`demo/media/${name}`), type: 'image/x' }] as const,
      ),
    ),
  )
  const pl = {
    nodes: [node('/', '1', { nodeType: 'root' }), node('/plain', '2'), node('/bare', '3')],
    pages: {
      1: home,
      2: page('2', 'Plain', { theme: { backgroundImage: image('live-map.gif', 'Map') } }),
      3: page('3', 'Bare'),
    },
  }
  service = await startFixtureService({ locales: { pl }, files })
  first = await build('react')
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

type Built = { report: Report; read: (file: string) => Promise<string>; code: number | null }

async function build(name: string, ...more: string[]): Promise<Built> {
  const out = join(folder, name)
  const args = ['--locale', 'pl', '--api', service.api, '--out', out, '--cache', join(folder, 'cache')]
  const { code } = await runSite(['build', ...args, '--images', 'on', ...more])
  const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Report
  return { code, report, read: (file) => readFile(join(out, 'site', file), 'utf8') }
}

it('builds pages with small pictures of known size, the same with both engines', async () => {
  expect(first.code).toBe(0)
  const { images } = first.report
  expect(images).toMatchObject({ sources: 4, encoded: images.variants, fromCache: 0 })
  expect(images.variants).toBeGreaterThan(20)
  const html = await first.read('index.html')
  for (const [address] of html.matchAll(/\/assets\/[\w-]+\.(avif|webp|jpg|png|gif)/g))
    await first.read(address.slice(1))

  const again = await build('preact', '--engine', 'preact')
  expect(again.report.images).toMatchObject({ variants: images.variants, encoded: 0, fromCache: images.variants })
  const lines = (text: string) =>
    domLines(text).map((line) => line.replaceAll(/-[A-Z0-9]{8}\.js/g, '.js').replace(/ data-engine="\w+"/, ''))
  const pictureLines = (text: string) => lines(text).filter((line) => /<(picture|source|img|link|meta)/.test(line))
  expect(pictureLines(await again.read('index.html'))).toEqual(pictureLines(html))
})

it('preloads the banner with high priority and loads all other pictures lazily', async () => {
  const { read } = first
  const html = await read('index.html')
  const preloads = elementsOf(html, 'link').filter(({ attributes }) => attributes.as === 'image')
  expect(preloads.map(({ attributes: { media, type, fetchpriority } }) => [media, type, fetchpriority])).toEqual([
    ['(max-width: 40rem)', 'image/avif', 'high'],
    ['not all and (max-width: 40rem)', 'image/avif', 'high'],
  ])
  const banner = elementsOf(html, 'source').slice(0, 3)
  expect(preloads.map(({ attributes }) => attributes.imagesrcset)).toEqual(
    [banner[0], banner[2]].map((source) => source?.attributes.srcset),
  )
  expect(preloads[0]?.attributes.imagesizes).toBe(banner[0]?.attributes.sizes)
  const loading = elementsOf(html, 'img').map(({ attributes }) => attributes.loading)
  expect(loading).toEqual(['eager', ...loading.slice(1).map(() => 'lazy')])
  expect(html).not.toMatch(/<[^>]* style=/)
})

it('preloads a moving banner too, which has only one file', async () => {
  const { read } = first
  const html = await read('plain/index.html')
  const preloads = elementsOf(html, 'link').filter(({ attributes }) => attributes.as === 'image')
  const [banner] = elementsOf(html, 'img')
  expect(preloads.map(({ attributes: { href, fetchpriority } }) => [href, fetchpriority])).toEqual([
    [banner?.attributes.src, 'high'],
  ])
  expect(banner?.attributes.src).toMatch(/\.gif$/)
})

it.each([
  ['bare/index.html', /\/assets\/social-[0-9a-f]{16}\.jpg$/, 'Bare'],
  ['plain/index.html', /\/assets\/live-map-1200-[0-9a-f]{10}\.jpg$/, 'Map'],
])('gives %s a social image', async (file, address, alt) => {
  const { read } = first
  const metas = elementsOf(await read(file), 'meta').map(({ attributes }) => attributes)
  const of = (name: string) => metas.find(({ property }) => property === name)?.content ?? ''
  expect(of('og:image')).toMatch(address)
  expect([of('og:image:width'), of('og:image:height'), of('og:image:alt')]).toEqual(['1200', '630', alt])
})

it('reports page, block, address and reason of a missing picture, as an error with --strict', async () => {
  const { report, read } = first
  expect(report.warnings.filter(({ code }) => code === 'image-missing')).toMatchObject([
    { where: { path: '/', block: 'text 2', url: '/m/gone.jpg' }, message: expect.stringContaining('answered 404') },
  ])
  expect(await read('index.html')).toContain('<span class="picture__alt">Gone</span>')
  expect((await build('strict', '--strict')).code).toBe(1)
})

it('publishes pictures unchanged with --images off', async () => {
  const { report, read } = await build('off', '--images', 'off')
  expect(report.images).toMatchObject({ sources: 4, variants: 0, encoded: 0 })
  expect(await read('index.html')).not.toContain('<source')
})
