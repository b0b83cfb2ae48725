import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { parseSettings } from '#renderer/settings.ts'
import siteConfig from '#site.config.ts'
import { node, page, post } from '#tests/fixtures/content.ts'
import { setFixtureStage } from './fixture-stage.ts'
import { isWhole } from './view-checks.ts'

const shapes = {
  'photo.jpg': [2400, 1600],
  'film.jpg': [2560, 1440],
  'tall.jpg': [1600, 2400],
  'drawing.png': [1000, 800],
  'square.png': [600, 600],
  'broad.png': [800, 400],
  'wide.png': [900, 300],
  'long.png': [900, 150],
  'small.jpg': [200, 150],
  'small.png': [140, 140],
} as const
type Name = keyof typeof shapes

const image = (name: Name, alt: string) => ({ url: `/m/${name}`, alt: `${alt}, ${name}` })
const tiles = (count: number, name: Name) => ({
  type: 'tiles',
  tiles: Array.from({ length: count }, (_, at) => ({
    title: 'A tile',
    html: '<p>Words of it.</p>',
    image: image(name, `tile ${at + 1} of ${count}`),
  })),
})
const ledTiles = (name: Name, others: number) => ({
  type: 'tiles',
  tiles: [
    { title: 'First', html: '<p>Words of it.</p>', image: image(name, `tile before ${others}`) },
    ...Array.from({ length: others }, () => ({ title: 'Another', html: '<p>A sentence or two of words.</p>' })),
  ],
})
const gallery = (count: number, name: Name, caption?: string) => ({
  type: 'gallery',
  images: Array.from({ length: count }, (_, at) => ({ ...image(name, `gallery ${at + 1} of ${count}`), caption })),
})
const text = (name: Name, imagePosition: string) => ({
  type: 'text',
  html: '<p>Words.</p>',
  image: image(name, `text ${imagePosition}`),
  imagePosition,
})
const numbered = (blocks: Record<string, unknown>[]) => blocks.map((block, id) => ({ id, ...block }))

const pages = {
  home: page('home', 'Home', {
    layout: 'home',
    blocks: numbered([
      { type: 'banner', title: 'Hero', image: image('film.jpg', 'hero') },
      text('photo.jpg', 'left'),
      text('film.jpg', 'right'),
      text('photo.jpg', 'top'),
      text('drawing.png', 'left'),
      text('drawing.png', 'top'),
      { type: 'text', html: '<p>Words.</p><p><img src="/m/photo.jpg" alt="among words"></p>' },
      { type: 'banner', title: 'Banner', image: image('photo.jpg', 'banner') },
      { type: 'offers', offers: [{ title: 'Offer', lead: 'Lead', url: '/', image: image('photo.jpg', 'offer') }] },
      {
        type: 'partners',
        partners: (['square.png', 'broad.png', 'wide.png', 'long.png'] as const).map((name) => ({
          name: `logo, ${name}`,
          logo: image(name, 'logo'),
        })),
      },
      { type: 'contact' },
      ...[2, 3].map((limit) => ({ type: 'post_list', limit })),
      { type: 'banner', title: 'Banner', image: image('tall.jpg', 'banner') },
    ]),
  }),
  lists: page('lists', 'Lists', {
    theme: { title: 'Lists', backgroundImage: image('film.jpg', 'intro') },
    blocks: numbered([
      ...[1, 2, 3, 4].map((count) => tiles(count, 'photo.jpg')),
      tiles(3, 'film.jpg'),
      tiles(1, 'tall.jpg'),
      ...[1, 2, 3, 4].map((count) => tiles(count, 'drawing.png')),
      ledTiles('photo.jpg', 2),
      ledTiles('tall.jpg', 4),
      ledTiles('drawing.png', 2),
      ledTiles('drawing.png', 4),
      ...[1, 2, 3, 4, 5].map((count) => gallery(count, 'photo.jpg')),
      gallery(5, 'film.jpg'),
      gallery(6, 'photo.jpg', 'A caption that needs more than a line below a picture of this width on this page'),
      gallery(13, 'tall.jpg'),
    ]),
  }),
}

const small = page('small', 'Small', {
  blocks: numbered([
    { type: 'text', html: '<p>Words.</p><p><img src="/m/small.jpg" alt="among words"></p>' },
    text('small.jpg', 'left'),
    text('small.jpg', 'top'),
    text('small.png', 'right'),
    tiles(3, 'small.jpg'),
    gallery(3, 'small.jpg'),
    gallery(1, 'small.png'),
  ]),
})

const stage = setFixtureStage(
  async () => {
    const entries = await Promise.all(
      Object.entries(shapes).map(async ([name, [width, height]]) => {
        const flat = sharp({ create: { width, height, channels: 3, background: name.length % 2 ? '#456' : '#865' } })
        return [
          `/m/${name}`,
          {
            body: await flat.toFormat(name.endsWith('png') ? 'png' : 'jpeg').toBuffer(),
            type: `image/${name.endsWith('png') ? 'png' : 'jpeg'}`,
          },
        ] as const
      }),
    )
    const pl = {
      nodes: [node('/', 'home', { nodeType: 'root' }), node('/lists', 'lists'), node('/small', 'small')],
      pages: { ...pages, small },
      posts: [1, 2, 3].map((id) => post(id, { teaserImage: image('film.jpg', `post ${id}`) })),
      contact_people: [{ id: 1, name: 'Ann', photo: image('square.png', 'portrait') }],
    }
    return { locales: { pl }, files: Object.fromEntries(entries) }
  },
  { settings: parseSettings({ ...siteConfig, pictures: { effort: 0 } }, 'site.config.ts'), images: 'on' },
)

type Choice = { place: string; chosen: number; needed: number; isLargest: boolean }

/** The width of the chosen file for each picture of a page, and the pixels that it needs, cropped parts included. */
async function choicesOn(path: string, size: { width: number; height: number }, density: number): Promise<Choice[]> {
  const context = await stage.browser.newContext({ viewport: size, deviceScaleFactor: density })
  const opened = await context.newPage()
  await opened.goto(`${stage.origin}/robots.txt`) // the process that starts with the first page may not know the size of the window yet
  await opened.goto(`${stage.origin}${path}`, { waitUntil: 'load' })
  const choices = await opened.locator('picture > img').evaluateAll(async (all) => {
    const widthOf = (address: string) => Number(/-(\d+)-[0-9a-f]{10}\./.exec(address)?.[1])
    const choices = []
    for (const img of all as HTMLImageElement[]) img.loading = 'eager'
    for (const img of all as HTMLImageElement[]) {
      if (!img.complete) await new Promise((loaded) => img.addEventListener('load', loaded))
      const { objectFit, paddingLeft, paddingTop } = getComputedStyle(img)
      const width = img.clientWidth - 2 * Number.parseFloat(paddingLeft)
      const height = img.clientHeight - 2 * Number.parseFloat(paddingTop)
      const filling = (height * img.naturalWidth) / img.naturalHeight
      const shown =
        objectFit === 'cover' ? Math.max(width, filling) : objectFit === 'contain' ? Math.min(width, filling) : width
      const address = new URL(img.currentSrc).pathname
      const source = [...(img.parentElement?.querySelectorAll('source') ?? [])].find((one) =>
        one.srcset.includes(address),
      )
      const made = (source?.srcset ?? '').split(', ').map(widthOf)
      const chosen = widthOf(address)
      choices.push({
        place: img.alt || (img.closest('li')?.className ?? ''),
        chosen,
        needed: shown * window.devicePixelRatio,
        isLargest: chosen === Math.max(...made),
      })
    }
    return choices
  })
  await context.close()
  return choices
}

const tell = ({ place, chosen, needed }: Choice) =>
  `${place}: ${chosen} for ${Math.round(needed)}, ${(chosen / needed).toFixed(2)}`

describe.each([
  { width: 375, height: 812, usual: 2 },
  { width: 768, height: 1024, usual: 2 },
  { width: 1280, height: 900, usual: 1 },
  { width: 1920, height: 1080, usual: 1 },
])('in a window of $width px', ({ usual, ...size }) => {
  // At more than one dot per CSS pixel, Chromium takes the smaller of two files up to their geometric mean.
  const screens = [
    { density: 1, least: 1 },
    { density: 2, least: 0.95 },
  ]
  it.each(screens.filter(({ density }) => isWhole || density === usual))(
    'loads files that fit their places, at $density dots per pixel',
    async ({ density, least }) => {
      const choices = [...(await choicesOn('/', size, density)), ...(await choicesOn('/lists', size, density))]
      expect(choices.length).toBeGreaterThan(70)
      const bad = choices.filter(
        ({ chosen, needed, isLargest }) => !(chosen / needed <= 1.6) || (chosen / needed < least && !isLargest),
      )
      expect(bad.map(tell)).toEqual([])
    },
  )
})

it('a picture within a text is as wide as its lines, at any width', async () => {
  const opened = await stage.browser.newPage()
  await opened.goto(stage.origin)
  for (const width of [768, 1280, 1920]) {
    await opened.setViewportSize({ width, height: 900 })
    const [picture, words] = await opened
      .locator('img[alt="among words"]')
      .evaluate((one) => [one, one.closest('p')].map((part) => part?.getBoundingClientRect().width))
    expect(picture, `${width} px`).toBe(words)
  }
  await opened.close()
})

it('small pictures are never enlarged by more than half, and their space is reserved before they load', async () => {
  const opened = await stage.browser.newPage({ viewport: { width: 1280, height: 900 } })
  let answer = (): void => {}
  const isAsked = new Promise<void>((asked) => {
    answer = asked
  })
  await opened.route(/\.(avif|webp|jpe?g|png)$/, async (route) => {
    await isAsked
    await route.continue()
  })
  await opened.goto(`${stage.origin}/small`, { waitUntil: 'domcontentloaded' })
  const read = () =>
    opened.locator('main picture > img').evaluateAll((all) =>
      (all as HTMLImageElement[]).map((img) => {
        img.loading = 'eager'
        return { place: img.alt, width: img.offsetWidth, height: img.offsetHeight, natural: img.naturalWidth }
      }),
    )
  const before = await read()
  answer()
  await expect.poll(async () => (await read()).every(({ natural }) => natural > 0)).toBe(true)
  const after = await read()
  const boxes = (all: typeof after) => all.map(({ place, width, height }) => `${place}: ${width} x ${height}`)
  expect(boxes(before)).toEqual(boxes(after))
  const fits = await opened
    .locator('main picture > img')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).objectFit))
  for (const [at, { place, width, height, natural }] of after.entries()) {
    const own = place.endsWith('.png') ? 140 : 200
    // As wide as its file, or in a frame that enlarges the file by half at most.
    if (width === own) expect(height, place).toBe(place.endsWith('.png') ? 140 : 150)
    else expect([fits[at], natural <= 1.5 * own], place).toEqual(['scale-down', true])
  }
  expect(after.filter(({ place }) => /words|text/.test(place)).map(({ width }) => width)).toEqual([200, 200, 200, 140])
  await opened.close()
})
