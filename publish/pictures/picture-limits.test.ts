import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContentClient } from '#content/client/client.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { pixel } from '#tests/fixtures/demo-test-service.ts'
import { hugeInterlacedPng, pngBomb } from '#tests/fixtures/picture-png.ts'
import { openPictureClient, publishPictures } from '#tests/fixtures/published-pictures.ts'

let service: FixtureService
let client: ContentClient
let sent = 0

/** A progressive JPEG whose header states a different size. */
function resized(body: Buffer, edge: number): Buffer {
  const changed = Buffer.from(body)
  const header = body.indexOf(Buffer.from([0xff, 0xc2]))
  changed.writeUInt16BE(edge, header + 5)
  changed.writeUInt16BE(edge, header + 7)
  return changed
}

/** A GIF of one pixel with this many frames. */
function gifOf(frames: number): Buffer {
  const [start, frame, end] = [pixel.subarray(0, 19), pixel.subarray(19, -1), pixel.subarray(-1)]
  return Buffer.concat([start, ...Array(frames).fill(frame), end])
}

beforeAll(async () => {
  const huge = '<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"><path d="M0 0h9v9z"/></svg>'
  const laughs = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghij'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]>`
  const plain = sharp({ create: { width: 90, height: 60, channels: 3, background: '#586' } })
  const progressive = await plain.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
  const files = {
    '/m/progressive.jpg': {
      body: resized(progressive, 9000),
      type: 'image/jpeg',
    },
    '/m/interlaced.png': { body: hugeInterlacedPng(9000, 9000), type: 'image/png' },
    '/m/huge.avif': { body: await plain.resize(4000, 4000).avif({ effort: 0 }).toBuffer(), type: 'image/avif' },
    '/m/bomb.png': { body: pngBomb(20_000, 20_000), type: 'image/png' },
    '/m/bomb.svg': { body: huge, type: 'image/svg+xml' },
    '/m/packed.svgz': { body: gzipSync(`${huge.slice(0, -6)}${' '.repeat(4e8)}</svg>`), type: 'image/svg+xml' },
    '/m/frames.gif': { body: gifOf(10_001), type: 'image/gif' },
    '/m/text.svg': { body: `<svg viewBox="0 0 9 9"><text>${'a'.repeat(3e6)}</text></svg>`, type: 'image/svg+xml' },
    '/m/laughs.svg': { body: `${laughs}<svg viewBox="0 0 9 9"><text>&j;</text></svg>`, type: 'image/svg+xml' },
  }
  service = await startFixtureService({
    locales: {},
    files,
    intercept: (request, response) => {
      if (request.url === '/m/endless.jpg') {
        const block = Buffer.alloc(64_000, 1)
        const send = (): void => {
          while (!response.destroyed && sent < 60e6) {
            sent += block.length
            if (!response.write(block)) return void response.once('drain', send)
          }
          response.end()
        }
        send()
        return true
      }
      if (request.url !== '/m/away.jpg') return false
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
      return true
    },
  })
  client = openPictureClient(service.api)
})
afterAll(async () => {
  await client.close()
  await service.close()
})

it.each([
  ['/m/bomb.png', 'image-invalid', 'has 20000 x 20000 pixels, more than the limit of 100000000'],
  ['/m/bomb.svg', 'image-invalid', 'has 20000 x 20000 pixels, more than the limit of 100000000'],
  ['/m/packed.svgz', 'image-invalid', 'is compressed with gzip, but pictures for the web must not be'],
  ['/m/progressive.jpg', 'image-invalid', 'takes 486 MB of memory to decode, more than the limit of 300 MB'],
  ['/m/interlaced.png', 'image-invalid', 'takes 648 MB of memory to decode'],
  ['/m/huge.avif', 'image-invalid', 'takes 320 MB of memory to decode'],
  ['/m/frames.gif', 'image-invalid', 'has 10001 frames, more than the limit of 10000'],
  ['/m/endless.jpg', 'image-invalid', 'returned more than 20,000,000 bytes'],
  [
    '/m/away.jpg',
    'image-forbidden',
    'redirects to "http://169.254.169.254/latest/meta-data", at an origin that is not allowed',
  ],
  ['http://169.254.169.254/latest', 'image-forbidden', 'is at an origin that the settings do not allow'],
])('refuses %s in little memory', async (url, code, message) => {
  const before = process.resourceUsage().maxRSS
  const { findings, shown } = await publishPictures(client, { urls: [url], maxBytes: 20e6 })
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(300)
  expect(shown.size).toBe(0)
  expect(findings.warnings).toMatchObject([
    { code, message: expect.stringContaining(message), where: { path: '/x', block: 'text 1', url } },
  ])
})

it('stops reading at the limit', () => {
  expect(sent).toBeLessThan(40e6)
})

it('accepts an SVG without drawing it, which may take hours', async () => {
  expect((await publishPictures(client, { urls: ['/m/text.svg'] })).shown.size).toBe(1)
})

it('survives an SVG whose entities expand endlessly', async () => {
  const { files } = await publishPictures(client, { urls: ['/m/laughs.svg'] })
  for (const bytes of files.values()) expect(bytes.length).toBeLessThan(1000)
})
