import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parseSettings } from '#renderer/settings.ts'
import siteConfig from '#site.config.ts'
import { node, page, post } from '#tests/fixtures/content.ts'
import { isSoak } from '#tests/is-soak.ts'
import { setFixtureStage } from './fixture-stage.ts'

const photos = ['post-01.jpg', 'post-02.jpg', 'post-03.jpg']
const names = ['hero-night-motorway.jpg', 'city-morning.jpg', 'gallery-1.jpg', ...photos]
const image = (name: string) => ({ url: `/m/${name}`, alt: name })

const stage = setFixtureStage(
  async () => {
    const files = Object.fromEntries(
      await Promise.all(
        names.map(
          async (name) => [`/m/${name}`, { body: await readFile(`demo/media/${name}`), type: 'image/jpeg' }] as const,
        ),
      ),
    )
    // Most of the time goes into encoding. Without the soak test the page has only the first picture and one more.
    const home = page('1', 'Home', {
      layout: 'home',
      blocks: [
        { id: 1, type: 'banner', title: 'Banner', image: image('hero-night-motorway.jpg') },
        { id: 2, type: 'text', html: '<p>Words</p>', image: image('city-morning.jpg'), imagePosition: 'left' },
        { id: 3, type: 'gallery', images: [image('gallery-1.jpg')] },
        { id: 4, type: 'post_list', headline: 'Posts' },
        { id: 5, type: 'tiles', tiles: ['A', 'B', 'C'].map((title) => ({ title, image: image('city-morning.jpg') })) },
      ].slice(0, isSoak ? undefined : 2),
    })
    const posts = photos.map((name, at) => post(at + 1, { teaserImage: image(name) }))
    const pl = { nodes: [node('/', '1', { nodeType: 'root' })], pages: { 1: home }, posts }
    return { locales: { pl }, files }
  },
  { settings: parseSettings(siteConfig, 'site.config.ts'), images: 'on' },
)

const windows = [
  { width: 375, height: 812, density: 2, first: 160_000, whole: 420_000 },
  { width: 1440, height: 900, density: 1, first: 120_000, whole: 420_000 },
  { width: 768, height: 1024, density: 1, first: 120_000, whole: 420_000 },
]

it.each(isSoak ? windows : windows.slice(0, 2))(
  'pictures take few bytes, and are still sharp, at $width px',
  async ({ width, height, density, first, whole }) => {
    const context = await stage.browser.newContext({ viewport: { width, height }, deviceScaleFactor: density })
    const opened = await context.newPage()
    const bodies = new Map<string, Promise<Buffer>>()
    opened.on('response', (response) => {
      const type = response.headers()['content-type'] ?? ''
      if (type.startsWith('image/') && !/svg|icon/.test(response.url())) bodies.set(response.url(), response.body())
    })
    await opened.goto(`${stage.origin}/`, { waitUntil: 'load' })
    const hero = await opened.locator('.banner__picture img').evaluate((img: HTMLImageElement) => img.currentSrc)
    expect(hero).toMatch(/\.avif$/)
    expect((await bodies.get(hero))?.length).toBeLessThan(first)
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
    const sizes = (await Promise.all(bodies.values())).map(({ length }) => length)
    const sum = sizes.reduce((all, one) => all + one, 0)
    expect(sum, JSON.stringify([...bodies.keys(), sizes])).toBeLessThan(whole)
    await context.close()
  },
)

it.runIf(isSoak)('pictures stay inside the window, and in shape, when a browser ignores layers', async () => {
  const context = await stage.browser.newContext({ viewport: { width: 375, height: 812 } })
  const page = await context.newPage()
  await page.goto(stage.origin)
  await page.evaluate(() => {
    // Drops the layers and what needs newer browsers, as a browser does that does not know them.
    for (const sheet of document.styleSheets)
      for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1) {
        const rule = sheet.cssRules[at]
        if (rule instanceof CSSLayerBlockRule) sheet.deleteRule(at)
        else if (rule instanceof CSSSupportsRule && rule.conditionText.startsWith('not (accent-color'))
          for (const { cssText } of rule.cssRules) sheet.insertRule(cssText, sheet.cssRules.length)
      }
  })
  const pictures = await page.locator('main picture img').evaluateAll((all: HTMLImageElement[]) =>
    all.map((one) => {
      const { right, width, height } = one.getBoundingClientRect()
      const isInShape = Math.abs(width / height - one.naturalWidth / one.naturalHeight) < 0.05
      return right <= innerWidth && (isInShape || !one.complete)
    }),
  )
  expect(pictures.length).toBeGreaterThan(5)
  expect(pictures).not.toContain(false)
  await context.close()
})
