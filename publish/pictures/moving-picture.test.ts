import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContentClient } from '#content/client/client.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { animatedPng } from '#tests/fixtures/picture-png.ts'
import { openPictureClient, parseSrcSet, publishPictures } from '#tests/fixtures/published-pictures.ts'

let service: FixtureService
let client: ContentClient
const bodies: Record<string, Buffer> = {}
const served: Record<string, { body: Buffer; type: string }> = {}

beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const frame = (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background, noise } })
      .png()
      .toBuffer()
  const frames = await Promise.all(['#a00', '#0a0', '#00a', '#aa0'].map(frame))
  bodies['moving.gif'] = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  bodies['still.gif'] = await sharp(frames[0]).gif().toBuffer()
  bodies['moving.png'] = animatedPng(40, [[200, 0, 0], [0, 200, 0], [0, 0, 200]]) // biome-ignore format: one a frame
  for (const name of ['moving.gif', 'still.gif', 'moving.png']) {
    const body = bodies[name] ?? Buffer.alloc(0)
    bodies[`half-${name}`] = body.subarray(0, body.length * 0.4)
    bodies[`nearly-${name}`] = body.subarray(0, body.length - 8)
  }
  // some programs write zeros in place of the last byte, which ends a GIF
  bodies['padded.gif'] = Buffer.concat([bodies['still.gif']?.subarray(0, -1) ?? Buffer.alloc(0), Buffer.alloc(9)])
  for (const [name, body] of Object.entries(bodies)) served[`/m/${name}`] = { body, type: 'image/x' }
  service = await startFixtureService({ locales: {}, files: served })
  client = openPictureClient(service.api)
})
afterAll(async () => {
  await client.close()
  await service.close()
})

it.each(['moving.gif', 'still.gif', 'padded.gif', 'moving.png'])('publishes %s unchanged', async (name) => {
  const { shown, findings, counts, at } = await publishPictures(client, { urls: [`/m/${name}`] })
  expect(findings.warnings).toEqual([])
  const picture = shown.get(`/m/${name}`)
  expect(at(picture?.src).equals(bodies[name] ?? Buffer.alloc(0))).toBe(true)
  expect(picture?.sources).toBeUndefined()
  const isMoving = name.startsWith('moving')
  expect(Boolean(picture?.motion)).toBe(isMoving)
  expect(picture?.stills?.map(({ type }) => type)).toEqual(isMoving ? ['image/avif', 'image/webp'] : undefined)
  for (const { srcSet } of picture?.stills ?? []) {
    const [{ src = '' } = {}] = parseSrcSet(srcSet)
    const { width, height, pages = 1 } = await sharp(at(src)).metadata()
    expect([width, height, pages]).toEqual([picture?.width, picture?.height, 1])
  }
  expect(counts.variants).toBe(isMoving ? 2 : 0)
})

it.each([
  ['gif', [100, 100], 0, 'long'],
  ['gif', [3000, 2000], 1, 'short'],
  ['gif', [3000, 2100], 1, 'long'],
  ['gif', [10, 10], 30, 'long'], // browsers show such frames for 100 ms
  ['webp', [900, 900], 2, 'short'],
  ['webp', [900, 900], 3, 'long'],
] as const)('reports how long a %s of %j ms moves that is played %i times: %s', async (format, delay, loop, motion) => {
  const frames = await Promise.all(
    ['#a00', '#00a'].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const name = `${format}-${delay.join('-')}-${loop}`
  const image = sharp(frames, { join: { animated: true } })
  const options = { delay: [...delay], loop }
  served[`/m/${name}`] = {
    body: await (format === 'gif' ? image.gif(options) : image.webp(options)).toBuffer(),
    type: 'image/x',
  }
  const { shown } = await publishPictures(client, { urls: [`/m/${name}`], cache: null })
  expect(shown.get(`/m/${name}`)?.motion).toBe(motion)
})

it('offers a still of an animated WebP in the shape of its place', async () => {
  const frames = await Promise.all(
    [0, 200].map((g) =>
      sharp({ create: { width: 500, height: 500, channels: 3, background: { r: 9, g, b: 9 } } })
        .png()
        .toBuffer(),
    ),
  )
  served['/m/square.webp'] = {
    body: await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
    type: 'image/x',
  }
  const { shown, at } = await publishPictures(client, { urls: ['/m/square.webp'], use: 'post_list_thumb' })
  const { sources = [], stills = [], width, height } = shown.get('/m/square.webp') ?? {}
  expect([sources.map(({ type }) => type), stills.map(({ type }) => type)]).toEqual([
    ['image/webp'],
    ['image/avif', 'image/webp'],
  ])
  const { src } = parseSrcSet(stills[1]?.srcSet ?? '').at(-1) ?? {}
  const still = await sharp(at(src)).metadata()
  expect([still.width, still.height, still.pages ?? 1]).toEqual([width, height, 1])
  const moving = parseSrcSet(sources[0]?.srcSet ?? '').at(-1)
  expect((await sharp(at(moving?.src)).metadata()).pages).toBe(2)
})

it('treats a WebP of one frame like any other picture', async () => {
  served['/m/still.webp'] = { body: await sharp(bodies['still.gif']).webp().toBuffer(), type: 'image/x' }
  const { shown } = await publishPictures(client, { urls: ['/m/still.webp'] })
  const { sources = [], stills, motion } = shown.get('/m/still.webp') ?? {}
  expect([sources.map(({ type }) => type), stills, motion]).toEqual([
    ['image/avif', 'image/webp'],
    undefined,
    undefined,
  ])
})

it('offers a still of a GIF in its own shape, which is never cropped', async () => {
  const { shown, at } = await publishPictures(client, { urls: ['/m/moving.gif'], use: 'portrait' })
  const [file] = parseSrcSet(shown.get('/m/moving.gif')?.stills?.at(-1)?.srcSet ?? '')
  const { width, height } = await sharp(at(file?.src)).metadata()
  expect([width, height]).toEqual([60, 40])
})

it.each(['moving.gif', 'still.gif', 'moving.png'].flatMap((name) => [`half-${name}`, `nearly-${name}`]))(
  'notices missing frames in %s',
  async (name) => {
    const { shown, findings } = await publishPictures(client, { urls: [`/m/${name}`] })
    expect(shown.size).toBe(0)
    expect(findings.warnings).toMatchObject([{ code: 'image-invalid' }])
  },
)
