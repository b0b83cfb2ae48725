import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentClient } from '#content/client/client.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { pictureLikeness } from '#tests/fixtures/picture-likeness.ts'
import {
  filesOf,
  openPictureClient,
  type Published,
  parseSrcSet,
  publishPictures,
} from '#tests/fixtures/published-pictures.ts'
import { isSoak } from '#tests/is-soak.ts'

let service: FixtureService
let client: ContentClient
const files: Record<string, { body: Buffer; type: string }> = {}

const red = { r: 170, g: 100, b: 90 }
const plain = (width: number, height: number, background: object = red) =>
  sharp({ create: { width, height, channels: 3, background: { alpha: 1, r: 0, g: 0, b: 0, ...background } } })
const serve = (path: string, body: Buffer): string => {
  files[path] = { body, type: 'image/x' }
  return path
}
const publishOne = async (body: Buffer, use = 'text'): Promise<Published & { picture: Shown }> => {
  const url = serve(`/m/${Object.keys(files).length}.bin`, body)
  const published = await publishPictures(client, { urls: [url], use })
  const picture = published.shown.get(url)
  if (!picture) throw new Error(JSON.stringify(published.findings.warnings))
  return { ...published, picture }
}
type Shown = Published['shown'] extends Map<string, infer S> ? S : never

beforeAll(async () => {
  service = await startFixtureService({ locales: {}, files })
  client = openPictureClient(service.api)
})
afterAll(async () => {
  await client.close()
  await service.close()
})

/** The colours in the middle of the four quarters, clockwise from the top left. */
async function quarters(bytes: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
    return [...data.subarray(from, from + 3)]
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.75, 0.75), at(0.25, 0.75)]
}

function expectNear(colours: number[][], wanted: number[][], within: number): void {
  const far = colours.flatMap((colour, at) =>
    colour.map((value, channel) => Math.abs(value - (wanted[at]?.[channel] ?? 0))),
  )
  expect(Math.max(...far), JSON.stringify({ colours, wanted })).toBeLessThanOrEqual(within)
}

describe('sizes', () => {
  it('are those of the place, in AVIF and WebP, with the format of the source as fallback', async () => {
    const { picture, at, counts } = await publishOne(await plain(1000, 667).jpeg().toBuffer())
    expect(picture).toMatchObject({ width: 1000, height: 667 })
    expect(picture.sources?.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
    for (const { type, srcSet } of picture.sources ?? []) {
      const made = parseSrcSet(srcSet)
      expect(made.map(({ width }) => width)).toEqual([425, 600, 720, 850, 1000])
      for (const { src, width } of made) {
        const { format, ...metadata } = await sharp(at(src)).metadata()
        expect([metadata.width, metadata.height]).toEqual([width, Math.round((width * 667) / 1000)])
        expect(`image/${format === 'heif' ? 'avif' : format}`).toBe(type)
      }
    }
    expect((await sharp(at(picture.src)).metadata()).format).toBe('jpeg')
    expect(parseSrcSet(picture.sources?.[1]?.srcSet ?? '').at(-1)?.src).toBe(picture.full)
    expect(counts).toMatchObject({ sources: 1, variants: 11, encoded: 11, fromCache: 0 })
  })

  it.each([1, 60, 399])('of a source %i pixels wide are only its own', async (width) => {
    const { picture, at } = await publishOne(await plain(width, 40).png().toBuffer())
    for (const { src } of filesOf(picture)) expect((await sharp(at(src)).metadata()).width).toBe(width)
  })

  it('of presets with a ratio are cropped to it, never enlarged', async () => {
    const { picture, at } = await publishOne(await plain(500, 900).jpeg().toBuffer(), 'post_list_thumb')
    expect(picture).toMatchObject({ width: 500, height: 333 })
    expect((await sharp(at(picture.full)).metadata()).height).toBe(333)
  })

  it('of banners include a crop for narrow windows', async () => {
    const { picture, at } = await publishOne(await plain(2400, 1200).jpeg().toBuffer(), 'banner')
    expect(picture.sources?.map(({ type, media }) => `${type} ${media}`)).toEqual([
      ...['image/avif (max-width: 40rem)', 'image/webp (max-width: 40rem)'],
      ...['image/avif undefined', 'image/webp undefined'],
    ])
    const [narrow] = parseSrcSet(picture.sources?.[0]?.srcSet ?? '')
    expect(await sharp(at(narrow?.src)).metadata()).toMatchObject({ width: 540, height: 720 })
  })

  it.each([40, 1])('of pictures %i x 20000 pixels respect the limits of the formats', async (width) => {
    const { picture, at } = await publishOne(await plain(width, 20_000).png().toBuffer())
    for (const { src } of filesOf(picture)) expect((await sharp(at(src)).metadata()).height).toBeLessThanOrEqual(16_000)
  })
})

it('of a tall picture lose four times as much at the bottom as at the top', async () => {
  const head = await plain(300, 300, { g: 200 }).png().toBuffer()
  const body = await plain(300, 1200)
    .composite([{ input: head, left: 0, top: 180 }])
    .png()
    .toBuffer()
  const { picture, at } = await publishOne(body, 'portrait')
  expectNear(await quarters(at(picture.src)), Array(4).fill([0, 200, 0]), 2)
})

it.each([1, 6])('of a very wide picture keep its middle, orientation %i', async (orientation) => {
  const green = { create: { width: 700, height: 300, channels: 3 as const, background: '#20c020' } }
  const wide = await plain(9000, 300)
    .composite([{ input: green }])
    .png()
    .toBuffer()
  const stored = sharp(orientation === 6 ? await sharp(wide).rotate(-90).toBuffer() : wide)
  const body = await stored.withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
  const { picture, at } = await publishOne(body, 'portrait')
  const middle = [32, 192, 32]
  for (const { src } of filesOf(picture)) expectNear(await quarters(at(src)), [middle, middle, middle, middle], 14)
})

describe('a social image', () => {
  it('is cropped to its shape', async () => {
    const { picture, at } = await publishOne(await plain(2000, 2000).jpeg().toBuffer(), 'social')
    expect(picture).toMatchObject({ width: 1200, height: 630 })
    expect(await sharp(at(picture.src)).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  })

  it.each([
    [1199, 900, 839],
    [200, 100, 200],
    [300, 2000, 94],
    [1, 1400, 1],
  ])('of %i x %i pixels is whole and not enlarged, on its dominant colour', async (width, height, shown) => {
    const half = { create: { width, height: Math.floor(height / 3), channels: 3 as const, background: '#20c020' } }
    const body = await plain(width, height)
      .composite([{ input: half, gravity: 'north' }])
      .jpeg({ quality: 95 })
      .toBuffer()
    const { picture, at } = await publishOne(body, 'social')
    expect(picture).toMatchObject({ width: 1200, height: 630 })
    const { data, info } = await sharp(at(picture.src)).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1200, 630])
    const ground = [...data.subarray(0, 3)]
    expectNear([ground], [[176, 112, 80]], 4)
    const { info: trimmed } = await sharp(at(picture.src))
      .trim({ background: '#b07050', threshold: 12 })
      .toBuffer({ resolveWithObject: true })
    expect(Math.abs(trimmed.width - shown), `${trimmed.width}`).toBeLessThanOrEqual(10)
  })
})

it('applies every EXIF orientation and drops the metadata', async () => {
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: 150, height: 100, channels: 3 as const, background } },
    left,
    top,
  })
  const upright = await plain(300, 200)
    .composite([
      ...[quarter('#c02020', 0, 0), quarter('#20c020', 150, 0)],
      ...[quarter('#2020c0', 150, 100), quarter('#c0c020', 0, 100)],
    ])
    .png()
    .toBuffer()
  const wanted = await quarters(upright)
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    // The picture is stored so that the orientation turns it upright again.
    const turns: Record<number, (image: Sharp) => Sharp> = {
      2: (image) => image.flop(),
      3: (image) => image.rotate(180),
      4: (image) => image.flip(),
      5: (image) => image.rotate(-90).flop(),
      6: (image) => image.rotate(-90),
      7: (image) => image.rotate(90).flop(),
      8: (image) => image.rotate(90),
    }
    const turned = await (turns[orientation] ?? ((image) => image))(sharp(upright)).png().toBuffer()
    const body = await sharp(turned)
      .withMetadata({ orientation, exif: { IFD0: { Copyright: 'someone' } } })
      .jpeg({ quality: 95 })
      .toBuffer()
    const { picture, at } = await publishOne(body)
    expect([picture.width, picture.height]).toEqual([300, 200])
    for (const { src } of filesOf(picture)) {
      expectNear(await quarters(at(src)), wanted, 14)
      const { exif, icc, xmp, orientation: left } = await sharp(at(src)).metadata()
      expect([exif, icc, xmp, left]).toEqual([undefined, undefined, undefined, undefined])
    }
  }
})

describe('colours', () => {
  const srgb = [red.r, red.g, red.b]
  it.each([
    ['CMYK', () => plain(200, 200).toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 })],
    ['Display P3', () => plain(200, 200).withIccProfile('p3').png()],
    ['16 bits', () => plain(200, 200).toColourspace('rgb16').png()],
    ['Display P3 in a JPEG', () => plain(200, 200).withIccProfile('p3').jpeg({ quality: 95 })],
  ])('of %s become those of sRGB', async (name, image) => {
    const { picture, at } = await publishOne(await image().toBuffer())
    for (const { src } of filesOf(picture)) {
      // The inks of the test's CMYK profile cannot represent the colour exactly.
      expectNear(await quarters(at(src)), [srgb, srgb, srgb, srgb], name === 'CMYK' ? 18 : 8)
      expect(await sharp(at(src)).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' })
    }
  })

  it('keep their transparency', async () => {
    const cutOut = sharp({
      create: { width: 200, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
    const half = {
      input: { create: { width: 100, height: 100, channels: 3 as const, background: red } },
      left: 0,
      top: 0,
    }
    const { picture, at } = await publishOne(await cutOut.composite([half]).png().toBuffer())
    expect(picture.tone).toBeUndefined()
    for (const { src } of filesOf(picture)) {
      const { data, info } = await sharp(at(src)).raw().toBuffer({ resolveWithObject: true })
      expect(info.channels).toBe(4)
      expect([data[50 * 800 + 40 * 4 + 3], data[50 * 800 + 160 * 4 + 3]]).toEqual([255, 0])
    }
  })

  it('have the dominant one', async () => {
    const { picture } = await publishOne(await plain(30, 30).jpeg().toBuffer())
    expect(picture.tone).toBe('tone-r5 tone-g3 tone-b2')
    const css = await readFile('blocks/_shared/pictures/picture.css', 'utf8')
    for (const channel of ['r', 'g', 'b']) {
      for (let level = 0; level < 8; level += 1) {
        expect(css).toMatch(new RegExp(`\\.tone-${channel}${level} \\{\\s+--tone-${channel}: ${16 + 32 * level};`))
      }
    }
  })
})

const likenesses: [file: string, use: string, least: number][] = [
  ['city-morning.jpg', 'text', 0.9],
  ['hero-night-motorway.jpg', 'post_list_thumb', 0.9],
  ['person-1.png', 'portrait', 0.95],
]
it.each(isSoak ? likenesses : likenesses.slice(0, 1))(
  '%s looks much like its source',
  async (name, use, least) => {
    const body = await readFile(`demo/media/${name}`)
    const { picture, at } = await publishOne(body, use)
    for (const { src, type } of filesOf({
      ...picture,
      sources: picture.sources?.filter(({ media }) => !media) ?? [],
    })) {
      const { width, height } = await sharp(at(src)).metadata()
      const ideal = await sharp(body).resize(width, height).png().toBuffer()
      expect(await pictureLikeness(ideal, at(src)), `${type} ${width}`).toBeGreaterThanOrEqual(least)
    }
  },
  60_000,
)

it('keeps every frame and delay of an animated WebP', async () => {
  const frames = await Promise.all([0, 90, 180, 250].map((g) => plain(600, 300, { g }).png().toBuffer()))
  const body = await sharp(frames, { join: { animated: true } })
    .webp({ delay: [80, 90, 100, 110] })
    .toBuffer()
  const { picture, at } = await publishOne(body)
  expect(picture.sources?.map(({ type }) => type)).toEqual(['image/webp'])
  for (const { src, width = picture.width } of filesOf({ ...picture, src: picture.full ?? '' })) {
    const metadata = await sharp(at(src), { animated: true }).metadata()
    expect(metadata).toMatchObject({ pages: 4, delay: [80, 90, 100, 110], width, pageHeight: Math.round(width / 2) })
  }
})

it.each(['webp', 'gif'] as const)('makes a still of an animated %s for readers outside the site', async (format) => {
  const frames = await Promise.all([0, 250].map((g) => plain(1200, 630, { r: 0, g }).png().toBuffer()))
  const body = await sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
  const { picture, at } = await publishOne(body, 'social')
  expect(await sharp(at(picture.src)).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expectNear(await quarters(at(picture.src)), Array(4).fill([0, 0, 0]), 8)
})

it('keeps a fallback with few colours small', async () => {
  const body = await readFile('demo/media/person-1.png')
  const few = await sharp(body).resize(600).png({ palette: true, colours: 32 }).toBuffer()
  const { picture, at } = await publishOne(few)
  expect(await sharp(at(picture.src)).metadata()).toMatchObject({ format: 'png', isPalette: true })
  expect(at(picture.src).length).toBeLessThan(1.5 * few.length)
  expect(await pictureLikeness(few, at(picture.src))).toBeGreaterThan(0.97)
})

it('applies the effort in the settings, which changes the names of files', async () => {
  const body = await readFile('demo/media/gallery-1.jpg')
  const small = await sharp(body).resize(320).jpeg().toBuffer()
  const url = serve('/m/effort.jpg', small)
  const sizes = await Promise.all(
    [1, 5].map(async (effort) => {
      const { shown, at } = await publishPictures(client, { urls: [url], effort })
      const [avif, webp] = (shown.get(url)?.sources ?? []).map(({ srcSet }) => srcSet.split(' ')[0])
      return { avif, webp, src: shown.get(url)?.src, bytes: at(avif).length }
    }),
  )
  const [quick, slow] = sizes
  expect(slow?.bytes).toBeLessThan(quick?.bytes ?? 0)
  expect([slow?.avif, slow?.webp]).not.toEqual([quick?.avif, quick?.webp])
  expect(slow?.src).toBe(quick?.src)
})

it('keeps a GIF unchanged, moving or not', async () => {
  const moving = await readFile('demo/media/live-map.gif')
  const still = await plain(50, 50).gif().toBuffer()
  for (const body of [moving, still]) {
    const { picture, at, counts } = await publishOne(body)
    expect(at(picture.src).equals(body)).toBe(true)
    expect(picture.sources).toBeUndefined()
    expect(counts.variants).toBe(picture.stills ? 2 * parseSrcSet(picture.stills[0]?.srcSet ?? '').length : 0)
  }
})
