import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStaticServer } from '#publish/serve/static-server.ts'
import { node, page } from '#tests/fixtures/content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from '#tests/run-site.ts'
import { launchBrowser } from './browser.ts'
import { visit } from './site.ts'
import { axeFindings } from './view-checks.ts'

let folder: string
let browser: Browser
const servers: Record<string, Awaited<ReturnType<typeof startStaticServer>>> = {}

const moving = { url: '/m/live-map.gif', alt: 'Map' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-e2e-moving-'))
  const home = page('1', 'Home', {
    layout: 'home',
    blocks: [
      { id: 1, type: 'banner', title: 'Banner', image: moving },
      { id: 2, type: 'text', html: '<p>Words <a href="/still"><img src="/m/live-map.gif" alt="Map"></a></p>' },
      { id: 3, type: 'gallery', images: [moving] },
    ],
  })
  const nodes = [node('/', '1', { nodeType: 'root' }), node('/still', '2'), node('/below', '3')]
  const below = `<p>Words</p>`.repeat(60)
  const words = { id: 1, type: 'text', html: `${below}<p><img src="/m/live-map.gif" alt="Map"></p>${below}` }
  const pl = { nodes, pages: { 1: home, 2: page('2', 'Still'), 3: page('3', 'Below', { blocks: [words] }) } }
  const files = { '/m/live-map.gif': { body: await readFile('demo/media/live-map.gif'), type: 'image/gif' } }
  const service = await startFixtureService({ locales: { pl }, files })
  // Only the soak test opens the site without stills.
  for (const images of isSoak ? ['on', 'off'] : ['on']) {
    const out = join(folder, images)
    const args = ['--locale', 'pl', '--api', service.api, '--out', out, '--images', images]
    const { code, stderr } = await runSite(['build', ...args])
    if (code !== 0) throw new Error(stderr)
    servers[images] = await startStaticServer({ directory: out, api: service.api, port: 0 })
  }
  await service.close()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  for (const server of Object.values(servers)) await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(images: 'on' | 'off', options: BrowserContextOptions = {}, path = '/'): Promise<Page> {
  return (await visit(browser, `${servers[images]?.origin}${path}`, options)).page
}

/** For each picture of the page, whether the shown file moves or is still, and whether it is visible. */
async function shown(opened: Page): Promise<string[]> {
  const pictures = await opened.locator('main picture > img').all()
  return Promise.all(
    pictures.map((picture) =>
      picture.evaluate((img: HTMLImageElement) => {
        img.loading = 'eager'
        const kind = /\.gif$/.test(img.currentSrc) ? 'moving' : 'still'
        return `${kind} ${getComputedStyle(img).visibility}`
      }),
    ),
  )
}

const middleOf = (box: { y: number; height: number } | null | undefined) => (box ? box.y + box.height / 2 : Number.NaN)
const all = (state: string) => [state, state, state]

it('moves, and is still with reduced motion, in the viewer of a gallery too', async () => {
  const usual = await open('on')
  await expect.poll(() => shown(usual)).toEqual(all('moving visible'))
  const preloads = await usual
    .locator('link[rel=preload][as=image]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).media))
  expect(preloads).toEqual(['(prefers-reduced-motion: no-preference)'])
  const calm = await open('on', { reducedMotion: 'reduce' })
  await expect.poll(() => shown(calm)).toEqual(all('still visible'))
  expect(await calm.getByRole('checkbox', { name: 'Zatrzymaj ruchome obrazy' }).count()).toBe(0)
  for (const [opened, state] of [
    [usual, 'moving'],
    [calm, 'still'],
  ] as const) {
    await opened.locator('[data-gallery] a').click()
    await expect.poll(() => shown(opened)).toEqual([...all(`${state} visible`), `${state} visible`])
    const [viewer, picture] = await Promise.all(
      ['figure', 'figure img'].map((part) => opened.locator(`[data-lightbox] ${part}`).boundingBox()),
    )
    expect(middleOf(picture)).toBeCloseTo(middleOf(viewer), -2)
  }
  await Promise.all([usual, calm].map((opened) => opened.context().close()))
})

it('shows its switch once a moving picture is in view', async () => {
  const opened = await open('on', {}, '/below')
  const stop = opened.locator('.motion-switch')
  await expect.poll(() => stop.isVisible()).toBe(false)
  await opened.locator('main picture').last().scrollIntoViewIfNeeded()
  await expect.poll(() => stop.isVisible()).toBe(true)
  await opened.context().close()
})

it('is stopped by one switch, and started again', async () => {
  const opened = await open('on')
  const stop = opened.getByRole('checkbox', { name: 'Zatrzymaj ruchome obrazy' })
  await stop.focus()
  await opened.keyboard.press('Space')
  await expect.poll(() => shown(opened)).toEqual(all('still visible'))
  await opened.keyboard.press('Space')
  await expect.poll(() => shown(opened)).toEqual(all('moving visible'))
  await opened.context().close()
})

const switched = [
  ['without scripts', 'on', { javaScriptEnabled: false }],
  ['without stills', 'off', {}],
  ['without stills, for who wants less motion', 'off', { reducedMotion: 'reduce' }],
] as const

it.each(isSoak ? switched : switched.slice(0, 1))('is hidden by the switch %s', async (_, images, options) => {
  const opened = await open(images, options)
  // Without scripts the consent dialog may lie over the switch, so a key presses it.
  await opened.getByRole('checkbox', { name: 'Zatrzymaj ruchome obrazy' }).press('Space')
  const states = await Promise.all(
    (await opened.locator('main picture > img').all()).map((picture) => picture.isVisible()),
  )
  expect(states).toEqual([false, false, false])
  await opened.context().close()
})

it.each(isSoak ? [375, 1280] : [375])(
  'has a switch that is large and labelled at %i px, and none where nothing moves',
  async (width) => {
    const opened = await open('on', { viewport: { width, height: 740 } })
    const box = await opened.locator('.motion-switch').boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(await axeFindings(opened)).toEqual([])
    const still = await open('on', {}, '/still')
    expect(await still.locator('.motion-switch').count()).toBe(0)
    await Promise.all([opened, still].map((one) => one.context().close()))
  },
)
