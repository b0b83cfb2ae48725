import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStaticServer } from '#publish/static-server.ts'
import { node, page, post } from '#tests/fixtures/content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { runSite } from '#tests/run-site.ts'
import { launchBrowser } from './browser.ts'

const photos = ['post-01.jpg', 'post-02.jpg', 'post-03.jpg']
const names = ['hero-night-motorway.jpg', 'city-morning.jpg', 'gallery-1.jpg', ...photos]
const image = (name: string) => ({ url: `/m/${name}`, alt: name })

let folder: string
let browser: Browser
let server: Awaited<ReturnType<typeof startStaticServer>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-e2e-pictures-'))
  const files = Object.fromEntries(
    await Promise.all(
      names.map(
        async (name) => [`/m/${name}`, { body: await readFile(`demo/media/${name}`), type: 'image/jpeg' }] as const,
      ),
    ),
  )
  const home = page('1', 'Home', {
    layout: 'home',
    blocks: [
      { id: 1, type: 'banner', title: 'Banner', image: image('hero-night-motorway.jpg') },
      { id: 2, type: 'text', html: '<p>Words</p>', image: image('city-morning.jpg'), imagePosition: 'left' },
      { id: 3, type: 'gallery', images: [image('gallery-1.jpg')] },
      { id: 4, type: 'post_list', headline: 'Posts' },
      { id: 5, type: 'tiles', tiles: ['A', 'B', 'C'].map((title) => ({ title, image: image('city-morning.jpg') })) },
    ],
  })
  const posts = photos.map((name, at) => post(at + 1, { teaserImage: image(name) }))
  const pl = { nodes: [node('/', '1', { nodeType: 'root' })], pages: { 1: home }, posts }
  const service = await startFixtureService({ locales: { pl }, files })
  const args = ['--locale', 'pl', '--api', service.api, '--out', folder, '--cache', `${folder}-cache`, '--images', 'on']
  const { code, stderr } = await runSite(['build', ...args])
  await service.close()
  if (code !== 0) throw new Error(stderr)
  server = await startStaticServer({ directory: folder, api: service.api, port: 0 })
  browser = await launchBrowser()
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
  await rm(`${folder}-cache`, { recursive: true, force: true })
})

it.each([
  { width: 375, height: 812, density: 2, first: 160_000, whole: 420_000 },
  { width: 768, height: 1024, density: 1, first: 120_000, whole: 420_000 },
  { width: 1440, height: 900, density: 1, first: 120_000, whole: 420_000 },
])('takes few bytes, and enough of them, at $width px', async ({ width, height, density, first, whole }) => {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: density })
  const opened = await context.newPage()
  const bytes = new Map<string, number>()
  opened.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (type.startsWith('image/') && !/svg|icon/.test(response.url()))
      bytes.set(response.url(), (await response.body()).length)
  })
  await opened.goto(`${server.origin}/`, { waitUntil: 'load' })
  const hero = await opened.locator('.banner__picture img').evaluate((img: HTMLImageElement) => img.currentSrc)
  expect(hero).toMatch(/\.avif$/)
  expect(bytes.get(hero)).toBeLessThan(first)
  for (const picture of await opened.locator('picture img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
      .toBe(true)
    const { made, shown } = await picture.evaluate((img: HTMLImageElement) => ({
      made: Number(/-(\d+)-[0-9a-f]{10}\./.exec(img.currentSrc)?.[1]),
      shown: img.clientWidth * window.devicePixelRatio,
    }))
    expect(made / shown, (await picture.getAttribute('alt')) ?? '').toBeGreaterThan(0.85)
  }
  const sum = [...bytes.values()].reduce((all, one) => all + one, 0)
  expect(sum, JSON.stringify([...bytes])).toBeLessThan(whole)
  await context.close()
})
