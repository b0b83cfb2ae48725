import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContentClient } from '#content/client.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { openPictureClient, publishPictures } from '#tests/fixtures/published-pictures.ts'

let service: FixtureService
let client: ContentClient
let sent = 0

/** A PNG of one colour: tiny as a file, huge when it is decoded. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.from([...Array(8).fill(0), 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

beforeAll(async () => {
  const huge = '<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"><path d="M0 0h9v9z"/></svg>'
  const laughs = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghij'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]>`
  const files = {
    '/m/bomb.png': { body: bomb(20_000, 20_000), type: 'image/png' },
    '/m/bomb.svg': { body: huge, type: 'image/svg+xml' },
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
  ['/m/endless.jpg', 'image-invalid', 'answers more than 20,000,000 bytes'],
  [
    '/m/away.jpg',
    'image-forbidden',
    'leads to "http://169.254.169.254/latest/meta-data", at an origin that is not allowed',
  ],
  ['http://169.254.169.254/latest', 'image-forbidden', 'is at an origin that the settings do not allow'],
])('refuses %s, fast and in little memory', async (url, code, message) => {
  const before = process.resourceUsage().maxRSS
  const from = performance.now()
  const { findings, shown } = await publishPictures(client, { urls: [url], maxBytes: 20e6 })
  expect(performance.now() - from).toBeLessThan(5000)
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(300)
  expect(shown.size).toBe(0)
  expect(findings.warnings).toMatchObject([
    { code, message: expect.stringContaining(message), where: { path: '/x', block: 'text 1', url } },
  ])
})

it('stops reading where the limit is', () => {
  expect(sent).toBeLessThan(40e6)
})

it('survives an SVG whose entities would grow without end', async () => {
  const from = performance.now()
  const { files } = await publishPictures(client, { urls: ['/m/laughs.svg'] })
  expect(performance.now() - from).toBeLessThan(5000)
  for (const bytes of files.values()) expect(bytes.length).toBeLessThan(1000)
})
