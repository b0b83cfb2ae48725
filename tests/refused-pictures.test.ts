import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '#renderer/build/report.ts'
import { node, page } from './fixtures/content.ts'
import { type FixtureService, startFixtureService } from './fixtures/content-service.ts'
import { elementsOf } from './fixtures/html.ts'
import { pngBomb } from './fixtures/picture-png.ts'
import { runSite } from './run-site.ts'

let folder: string
let service: FixtureService
let elsewhere: FixtureService

const sixtyMegabytes = 60_000_000
const limitOfMemory = 300_000 // KB
/** Prints the peak memory of a process, in KB. */
const script = 'process.on("exit", () => console.error("most memory " + process.resourceUsage().maxRSS))'
const printMemory = `--import=data:text/javascript,${encodeURIComponent(script)}`

type Refused = [name: string, code: string, reason: string]
const refused: Refused[] = [
  ['gone.jpg', 'image-missing', 'answered 404'],
  ['empty.jpg', 'image-invalid', 'is empty'],
  ['cut.jpg', 'image-invalid', 'is not a picture that can be read'],
  ['cut.avif', 'image-invalid', 'is not a picture that can be read'],
  ['page.png', 'image-invalid', 'is not a picture that can be read'],
  ['scan.jpg', 'image-invalid', 'is of the type "tiff"'],
  ['bomb.png', 'image-invalid', 'has 20000 x 20000 pixels'],
  ['heavy.avif', 'image-invalid', 'takes 320 MB of memory to decode'],
  ['heavy.jpg', 'image-invalid', 'returned more than 20,000,000 bytes'],
  ['inside.jpg', 'image-forbidden', 'redirects to "http://169.254.169.254/latest"'],
  ['away.jpg', 'image-forbidden', 'at an origin that is not allowed'],
  ['round.jpg', 'image-missing', 'redirects more than 5 times'],
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-refused-pictures-'))
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#888', noise } })
  const [jpeg, avif] = [await picture.clone().jpeg().toBuffer(), await picture.clone().avif().toBuffer()]
  const heavy = sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#586' } })
  const bodies: Record<string, Buffer> = {
    'good.jpg': jpeg,
    'empty.jpg': Buffer.alloc(0),
    'cut.jpg': jpeg.subarray(0, jpeg.length * 0.9),
    'cut.avif': avif.subarray(0, avif.length * 0.9),
    'page.png': Buffer.from('<!doctype html><p>Please log in'),
    'scan.jpg': await picture.clone().tiff().toBuffer(),
    'bomb.png': pngBomb(20_000, 20_000),
    'heavy.avif': await heavy.avif({ effort: 0 }).toBuffer(),
    'heavy.jpg': Buffer.concat([jpeg, Buffer.alloc(sixtyMegabytes)]),
  }
  elsewhere = await startFixtureService({ locales: {}, files: { '/m/good.jpg': { body: jpeg, type: 'image/jpeg' } } })
  const redirects: Record<string, string> = {
    '/m/inside.jpg': 'http://169.254.169.254/latest',
    '/m/away.jpg': `${elsewhere.origin}/m/good.jpg`,
    '/m/round.jpg': '/m/round.jpg',
  }
  const bad = refused.map(([name], id) => ({
    id,
    type: 'text',
    html: '<p>Words</p>',
    image: { url: `/m/${name}`, alt: `Alt of ${name}`, width: 400, height: 300 },
  }))
  const good = { id: 'g', type: 'text', html: '<p>Words</p>', image: { url: '/m/good.jpg', alt: 'Good' } }
  service = await startFixtureService({
    locales: {
      pl: {
        nodes: [node('/', '1', { nodeType: 'root' }), node('/bad', '2')],
        pages: { 1: page('1', 'Home', { blocks: [good] }), 2: page('2', 'Bad', { blocks: [...bad, good] }) },
      },
      en: { nodes: [node('/', '1', { nodeType: 'root' })], pages: { 1: page('1', 'Home', { blocks: [good] }) } },
    },
    files: Object.fromEntries(
      Object.entries(bodies).map(([name, body]) => [`/m/${name}`, { body, type: 'image/jpeg' }]),
    ),
    intercept: ({ url = '' }, response) => {
      const location = redirects[url]
      if (location) response.writeHead(302, { location }).end()
      return location !== undefined
    },
  })
})
afterAll(async () => {
  await Promise.all([service.close(), elsewhere.close()])
  await rm(folder, { recursive: true, force: true })
})

async function build(locale: string): Promise<{ report: Report; memory: number; code: number | null }> {
  const out = join(folder, locale)
  const args = ['--locale', locale, '--api', service.api, '--out', out, '--cache', join(folder, `${locale}-cache`)]
  const { code, stderr } = await runSite(['build', ...args, '--images', 'on'], { env: { NODE_OPTIONS: printMemory } })
  const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Report
  return { code, report, memory: Number(/most memory (\d+)/.exec(stderr)?.[1]) }
}

it('builds every page whose pictures are refused, names each picture, and takes little memory', async () => {
  const without = await build('en')
  const { code, report, memory } = await build('pl')
  expect([without.code, code]).toEqual([0, 0])
  expect(memory - without.memory).toBeLessThan(limitOfMemory)

  const reported = report.warnings.filter((warning) => warning.code.startsWith('image-'))
  expect(reported.length).toBe(refused.length)
  for (const [at, [name, wanted, reason]] of refused.entries()) {
    expect(reported).toContainEqual(
      expect.objectContaining({
        code: wanted,
        message: expect.stringContaining(reason),
        where: { locale: 'pl', path: '/bad', block: `text ${at}`, url: `/m/${name}` },
        hint: expect.any(String),
      }),
    )
  }
  expect(elsewhere.requests).toEqual([])

  const html = await readFile(join(folder, 'pl', 'site', 'bad', 'index.html'), 'utf8')
  const boxes = elementsOf(html, 'svg').filter(({ attributes }) => attributes.viewBox === '0 0 400 300')
  expect(boxes.length).toBe(refused.length)
  for (const [name] of refused) expect(html).toContain(`<span class="picture__alt">Alt of ${name}</span>`)
})
