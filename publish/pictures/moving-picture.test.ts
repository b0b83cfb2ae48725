import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContentClient } from '#content/client.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { animatedPng } from '#tests/fixtures/picture-png.ts'
import { openPictureClient, publishPictures } from '#tests/fixtures/published-pictures.ts'

let service: FixtureService
let client: ContentClient
const bodies: Record<string, Buffer> = {}

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
  const files = Object.entries(bodies).map(([name, body]) => [`/m/${name}`, { body, type: 'image/x' }] as const)
  service = await startFixtureService({ locales: {}, files: Object.fromEntries(files) })
  client = openPictureClient(service.api)
})
afterAll(async () => {
  await client.close()
  await service.close()
})

it.each(['moving.gif', 'still.gif', 'moving.png'])('publishes %s as it came', async (name) => {
  const { shown, findings, counts, at } = await publishPictures(client, { urls: [`/m/${name}`] })
  expect(findings.warnings).toEqual([])
  const picture = shown.get(`/m/${name}`)
  expect(at(picture?.src).equals(bodies[name] ?? Buffer.alloc(0))).toBe(true)
  expect(picture?.sources).toBeUndefined()
  expect(counts).toMatchObject({ variants: 0, encoded: 0 })
})

it.each(['moving.gif', 'still.gif', 'moving.png'].flatMap((name) => [`half-${name}`, `nearly-${name}`]))(
  'notices that frames are missing from %s',
  async (name) => {
    const { shown, findings } = await publishPictures(client, { urls: [`/m/${name}`] })
    expect(shown.size).toBe(0)
    expect(findings.warnings).toMatchObject([{ code: 'image-invalid' }])
  },
)
