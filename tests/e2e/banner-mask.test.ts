import type { Page } from 'playwright'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { node, page } from '#tests/fixtures/content.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { setFixtureStage } from './fixture-stage.ts'
import { isWhole, openWindow } from './view-checks.ts'

type Rgb = [number, number, number]

const masks = isWhole ? [0, 1, 37, 60, 85, 100] : [0, 60]
const white: Rgb = [255, 255, 255]
const ink: Rgb = [13, 27, 36]
const picture = { url: '/media/white.png', alt: '' }
const words = {
  title: 'Flottenüberwachung für Kommunalfahrzeuge',
  subtitle: 'Nachweise, die vor Gericht bestehen.',
}
const html =
  '<p>Jede Fahrt wird aufgezeichnet, <a href="/">Monat für Monat</a>, und lässt sich später noch belegen.</p>'

/** For each mask, a page that opens with the picture of its intro, and one that opens with a banner block. */
const pages = masks.flatMap((mask) => {
  const maskOpacity = mask / 100
  const theme = { ...words, description: 'Und mehr.', publicationDate: '2026-11-01', backgroundImage: picture }
  const banner = { id: 1, type: 'banner', ...words, html, image: picture, maskOpacity, cta: { name: 'Los', url: '/' } }
  return [
    page(`intro-${mask}`, 'Winterdienst', { theme: { ...theme, maskOpacity } }),
    page(`hero-${mask}`, 'Winterdienst', { layout: 'home', blocks: [banner] }),
  ]
})
const menu = (group: string) => [1, 2, 3].map((at) => ({ id: `${group}${at}`, group, name: `Punkt ${at}`, url: '/' }))

const stage = setFixtureStage(
  async () => {
    const body = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer()
    return {
      locales: {
        de: {
          nodes: [
            node('/', 'home', { nodeType: 'root' }),
            ...pages.map(({ id }) => node(`/${id}`, id, { crumbs: [{ name: 'Winterdienst', slug: `/${id}` }] })),
          ],
          menus: [...menu('top'), ...menu('main')],
          pages: Object.fromEntries([page('home', 'Start'), ...pages].map((one) => [String(one.id), one])),
        },
      },
      files: { '/media/white.png': { body, type: 'image/png' } },
    }
  },
  { settings: testSettings({ links: { help: {}, demo: { de: '/hero-0' }, contact: {} } }) },
)

/** Returns the colour of any pixel of the window. */
async function pixelsOf(page: Page): Promise<(x: number, y: number) => Rgb> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (x, y) => {
    const at = (Math.floor(y) * info.width + Math.floor(x)) * 3
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
  }
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as Rgb // as many as were given
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

type Line = {
  text: string
  colour: Rgb
  isLarge: boolean
  box: { x: number; y: number; width: number; height: number }
}

/** Every line of text on the picture of the banner, those of the header included. */
function linesOnPicture(page: Page): Promise<Line[]> {
  return page.evaluate(() => {
    const banner = document.querySelector('.mask')?.getBoundingClientRect()
    const found: Line[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (!parent?.closest('.mask, .site-header') || !parent.checkVisibility() || parent.closest('.button, [popover]'))
        continue
      const style = getComputedStyle(parent)
      const size = Number.parseFloat(style.fontSize)
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      for (const { x, y, width, height } of range.getClientRects()) {
        const isShown = width > 2 && height > 2 && y >= 0 && y + height <= Math.min(innerHeight, banner?.bottom ?? 0)
        if (!isShown) continue
        found.push({
          text: walker.currentNode.textContent ?? '',
          colour: (style.color.match(/\d+/g) ?? []).slice(0, 3).map(Number) as Rgb,
          isLarge: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
          box: { x, y, width, height },
        })
      }
    }
    return found
  })
}

/** Hides texts, lines and buttons, so that only their background is left. */
async function hideWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    const styles = new CSSStyleSheet()
    styles.replaceSync('* { color: transparent !important; transition: none !important } svg, .button { opacity: 0 }')
    document.adoptedStyleSheets = [styles]
  })
}

it.each([375, 1280])('text on a white picture has enough contrast under a thin mask too, at %i px', async (width) => {
  const { page, context } = await openWindow(stage.browser, stage.origin, width, { reducedMotion: 'reduce' })
  for (const kind of ['intro', 'hero'])
    for (const mask of isWhole ? [0, 37, 60] : [0, 60])
      for (const scrolled of [0, 40]) {
        await page.goto(`${stage.origin}/de/${kind}-${mask}`)
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolled)
        const lines = await linesOnPicture(page)
        expect(lines.length).toBeGreaterThan(3)
        await hideWords(page)
        const at = await pixelsOf(page)
        for (const { text, colour, isLarge, box } of lines) {
          const behind = Array.from({ length: 9 }, (_, step) => [
            at(box.x + ((box.width - 1) * step) / 8, box.y + 1),
            at(box.x + ((box.width - 1) * step) / 8, box.y + box.height - 1),
          ]).flat()
          const worst = Math.min(...behind.map((one) => contrast(colour, one)))
          const where = `${kind} under ${mask} %, scrolled by ${scrolled} px: "${text}"`
          expect.soft(worst, where).toBeGreaterThanOrEqual(isLarge ? 3 : 4.5)
        }
      }
  await context.close()
})

it.each(['intro', 'hero'])('beside its text the picture of the %s has the mask that was chosen', async (kind) => {
  const { page, context } = await openWindow(stage.browser, stage.origin, 1280, { reducedMotion: 'reduce' })
  for (const mask of masks) {
    await page.goto(`${stage.origin}/de/${kind}-${mask}`)
    await hideWords(page)
    const at = await pixelsOf(page)
    const box = await page.locator('.mask').boundingBox()
    const asked = white.map((value, channel) => Math.round(value + ((ink[channel] ?? 0) - value) * (mask / 100)))
    for (const share of [0.55, 0.75, 0.95]) {
      const shown = at(1240, (box?.y ?? 0) + (box?.height ?? 0) * share)
      for (const [channel, value] of shown.entries())
        expect.soft(Math.abs(value - (asked[channel] ?? 0)), `${mask} % at ${share}`).toBeLessThanOrEqual(2)
    }
  }
  await context.close()
})
