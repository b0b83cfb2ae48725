import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContentClient, openClient } from '#content/client/client.ts'
import { Findings, SiteError } from '#content/finding.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import {
  newFolder,
  openPictureClient,
  type PublishWanted,
  publishPictures,
} from '#tests/fixtures/published-pictures.ts'
import { openPictures } from './open-pictures.ts'

let service: FixtureService
let elsewhere: FixtureService
let client: ContentClient
let jpeg: Buffer

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><path d="M0 0h9v9z"/></svg>'

beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = sharp({ create: { width: 90, height: 60, channels: 3, background: '#888', noise } })
  jpeg = await picture.clone().jpeg().toBuffer()
  const png = await picture.clone().png().toBuffer()
  const turned = await picture.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const files = {
    '/m/Photo Ż.jpg': jpeg,
    '/m/copy.jpg': jpeg,
    '/m/Żółta łódź.jpg': jpeg,
    '/m/a.png': png,
    '/m/a.webp': await picture.clone().webp().toBuffer(),
    '/m/a.avif': await picture.clone().avif().toBuffer(),
    '/m/a.gif': await picture.clone().gif().toBuffer(),
    '/m/turned.jpg': turned,
    '/m/logo.svg': Buffer.from(svg),
    '/m/wrong-name.png': jpeg,
    '/m/empty.jpg': Buffer.alloc(0),
    '/m/cut.jpg': jpeg.subarray(0, jpeg.length / 2),
    '/m/cut.png': png.subarray(0, png.length / 2),
    '/m/page.jpg': Buffer.from('<!doctype html><p>Not found'),
    '/m/scan.jpg': await picture.clone().tiff().toBuffer(),
    '/m/wide.jpg': await sharp({ create: { width: 400, height: 300, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer(),
  }
  const served = Object.fromEntries(
    Object.entries(files).map(([path, body]) => [encodeURI(path), { body, type: 'application/octet-stream' }]),
  )
  service = await startFixtureService({ locales: {}, files: served })
  elsewhere = await startFixtureService({ locales: {}, files: served })
  client = openPictureClient(service.api)
})
afterAll(async () => {
  await client.close()
  await Promise.all([service.close(), elsewhere.close()])
})

/** Without a cache, no picture is encoded. */
const publish = (wanted: PublishWanted) =>
  publishPictures(client, { cache: null, maxBytes: 50_000, maxPixels: 100_000, ...wanted })

it.each([
  ['/m/Photo Ż.jpg', /^\/assets\/photo-z-[0-9a-f]{10}\.jpg$/, [90, 60]],
  ['/m/Żółta łódź.jpg', /^\/assets\/zolta-lodz-[0-9a-f]{10}\.jpg$/, [90, 60]],
  [encodeURI('/m/Żółta łódź.jpg'), /^\/assets\/zolta-lodz-[0-9a-f]{10}\.jpg$/, [90, 60]],
  ['/m/a.png?v=2#x', /^\/assets\/a-[0-9a-f]{10}\.png$/, [90, 60]],
  ['/m/a.webp', /^\/assets\/a-[0-9a-f]{10}\.webp$/, [90, 60]],
  ['/m/a.avif', /^\/assets\/a-[0-9a-f]{10}\.avif$/, [90, 60]],
  ['/m/a.gif', /^\/assets\/a-[0-9a-f]{10}\.gif$/, [90, 60]],
  ['/m/turned.jpg', /^\/assets\/turned-[0-9a-f]{10}\.jpg$/, [60, 90]],
  ['/m/logo.svg', /^\/assets\/logo-[0-9a-f]{10}\.svg$/, [120, 60]],
  ['/m/wrong-name.png', /^\/assets\/wrong-name-[0-9a-f]{10}\.jpg$/, [90, 60]],
])('publishes %s under a hashed name with its real type and size', async (url, name, size) => {
  const { shown, findings, at } = await publish({ urls: [url] })
  expect(findings.warnings).toEqual([])
  const picture = shown.get(url)
  expect(picture?.src).toMatch(name)
  expect([picture?.width, picture?.height]).toEqual(size)
  expect(at(picture?.src).length).toBeGreaterThan(50)
})

it('keeps the bytes, and writes equal files once', async () => {
  const { shown, files } = await publish({ urls: ['/m/copy.jpg', '/m/copy.jpg?v=2', `${service.origin}/m/copy.jpg`] })
  expect(new Set([...shown.values()].map(({ src }) => src)).size).toBe(1)
  expect([...files.values()]).toEqual([jpeg])
})

it.each([
  ['/m/gone.jpg', 'image-missing', '/m/gone.jpg" answered 404.'],
  ['/m/empty.jpg', 'image-invalid', 'The picture "/m/empty.jpg" is empty.'],
  ['/m/cut.jpg', 'image-invalid', 'The picture "/m/cut.jpg" is not a picture that can be read.'],
  ['/m/cut.png', 'image-invalid', 'The picture "/m/cut.png" is not a picture that can be read.'],
  ['/m/page.jpg', 'image-invalid', 'The picture "/m/page.jpg" is not a picture that can be read.'],
  [
    '/m/scan.jpg',
    'image-invalid',
    'The picture "/m/scan.jpg" is of the type "tiff", which is not a picture for the web.',
  ],
  ['/m/wide.jpg', 'image-invalid', 'The picture "/m/wide.jpg" has 400 x 300 pixels, more than the limit of 100000.'],
  ['http://', 'image-invalid', 'The picture "http://" has no valid address.'],
  ['', 'image-invalid', 'The picture "" has no valid address.'],
  ['data:image/gif;base64,R0lGODlhAQABAAAAACw=', 'image-forbidden', 'is not an address on the web.'],
  [
    'file:///C:/Temp/clip_image001.jpg',
    'image-forbidden',
    '"file:///C:/Temp/clip_image001.jpg" is not an address on the web.',
  ],
])('warns of %s, and builds without it', async (url, code, message) => {
  const { shown, findings, files } = await publish({ urls: [url, '/m/a.png'] })
  expect(findings.errors).toEqual([])
  expect(findings.warnings).toMatchObject([
    { code, message: expect.stringContaining(message), where: { locale: 'pl', path: '/x', block: 'text 1', url } },
  ])
  expect(findings.warnings[0]?.message).toMatch(/ The block "text 1" of the page "\/x" is shown without it\.$/)
  expect([...shown.keys()]).toEqual(['/m/a.png'])
  expect(files.size).toBe(1)
})

it('takes pictures from other origins only when the settings allow them', async () => {
  const url = `${elsewhere.origin}/m/a.png`
  const refused = await publish({ urls: [url] })
  expect(refused.findings.warnings).toMatchObject([{ code: 'image-forbidden' }])
  expect(elsewhere.requests).toEqual([])
  const allowed = await publish({ urls: [url], origins: [elsewhere.origin] })
  expect(allowed.findings.warnings).toEqual([])
  expect(allowed.shown.has(url)).toBe(true)
})

it('reads pictures on this machine by IP address only, and hides passwords', async () => {
  const { port } = new URL(elsewhere.origin)
  const origin = `http://localhost:${port}`
  const urls = [`${origin}/m/a.png`, `${elsewhere.origin.replace('//', '//user:secret@')}/m/gone.png`]
  const { findings, shown } = await publish({ urls, origins: [origin, elsewhere.origin] })
  expect(shown.size).toBe(0)
  expect(findings.warnings).toMatchObject([
    { code: 'image-forbidden', message: expect.stringMatching(/"localhost" resolves to "(127\.0\.0\.1|::1)"/) },
    { code: 'image-missing', where: { url: expect.stringContaining('***@') } },
  ])
  expect(JSON.stringify(findings.warnings)).not.toContain('secret')
})

it.each([
  [503, 'errors'],
  [500, 'errors'],
  [404, 'warnings'],
  [403, 'warnings'],
] as const)(
  'answered with %i is one of the %s, because a failing service must not remove pictures from the site',
  async (status, kind) => {
    const ill = await startFixtureService({
      locales: {},
      intercept: (_, response) => Boolean(response.writeHead(status).end()),
    })
    const reading = openPictureClient(ill.api)
    const { findings } = await publishPictures(reading, { cache: null, urls: ['/m/a.png'] })
    await reading.close()
    await ill.close()
    expect(findings[kind].map(({ code }) => code)).toEqual(['image-missing'])
    expect(findings.errors.length + findings.warnings.length).toBe(1)
  },
)

it('reports all pictures from a host that does not answer in time as one error', async () => {
  const answered = { '/m/a.png': { body: svg, type: 'image/svg+xml' } }
  const ill = await startFixtureService({ locales: {}, files: answered })
  const limits = { documentBytes: 1000, documentDepth: 10 }
  const patient = openClient({ api: ill.api, concurrency: 8, limits, patienceMs: 200, probeMs: 5, retryDelayMs: 1 })
  await patient.fetchFile('/m/a.png', { maxBytes: 1000, origins: [] })
  await ill.close()
  const { findings } = await publishPictures(patient, { cache: null, urls: ['/m/b.png', '/m/c.png'] })
  await patient.close()
  expect(findings.warnings).toEqual([])
  expect(findings.errors).toMatchObject([
    {
      code: 'service-unreachable',
      message: expect.stringMatching(
        /gave no good answer for .* × connection refused\. The block "text 1" of the page "\/x" needs pictures from it\.$/,
      ),
    },
  ])
})

it('reports such a host although more places show a picture than a call can have arguments', async () => {
  const findings = new Findings()
  const urls = ['/m/a.png', '/m/b.png']
  const places = Array.from({ length: 140_000 }, (_, at) => ({ locale: 'pl', path: `/${at}` }))
  const fetchFile = async () => {
    throw new SiteError({ code: 'service-unreachable', message: 'It gave no good answer.' })
  }
  const uses = { urls: new Set(urls), placesOf: () => places }
  await using pictures = await openPictures({ uses, fetchFile, write: async () => {}, maxPixels: 1, findings })
  expect(pictures.data.known.size).toBe(0)
  expect(findings.errors).toMatchObject([{ message: expect.stringContaining('139,999 other places need pictures') }])
})

it('refuses a file with too many bytes', async () => {
  const { findings } = await publish({ urls: ['/m/a.png'], maxBytes: 100 })
  expect(findings.warnings).toMatchObject([{ code: 'image-invalid', message: expect.stringContaining('100 bytes') }])
})

it('decodes no cached picture again, and works without an unusable cache', async () => {
  const url = '/m/a.png'
  const factsCache = await newFolder()
  const before = await publish({ urls: [url], factsCache })
  const [name = ''] = await readdir(join(factsCache, 'pictures'))
  const file = join(factsCache, 'pictures', name)
  const known = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...known, width: 45 }))
  const [again, without] = [
    await publish({ urls: [url], factsCache }),
    await publish({ urls: [url], factsCache: file }),
  ]
  expect(again.shown.get(url)).toEqual({ ...before.shown.get(url), width: 45 })
  expect([without.shown, without.files]).toEqual([before.shown, before.files])
})

it('reports an error for each place when strict', async () => {
  const { findings } = await publish({ urls: ['/m/gone.jpg'], strict: true })
  expect(findings.errors.map(({ code }) => code)).toEqual(['image-missing'])
})
