import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { node, page } from '#tests/fixtures/content.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from '#tests/run-site.ts'

let folder: string
let service: FixtureService
/** Called when a picture is requested. */
let onPicture: () => void = () => {}

const names = ['a.jpg', 'b.jpg']
/** Six sizes of each picture in AVIF and in WebP, and one fallback each. */
const files = 26

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-interrupted-'))
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const body = await sharp({ create: { width: 3600, height: 2400, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
  const banner = (name: string, id: number) => ({ id, type: 'banner', title: name, image: { url: `/m/${name}` } })
  const home = page('1', 'Home', { layout: 'home', blocks: names.map(banner) })
  service = await startFixtureService({
    locales: { pl: { nodes: [node('/', '1', { nodeType: 'root' })], pages: { 1: home } } },
    files: Object.fromEntries(
      names.map((name) => [`/m/${name}`, { body: Buffer.concat([body, Buffer.from(name)]), type: 'image/jpeg' }]),
    ),
    intercept: ({ url }) => {
      if (url?.startsWith('/m/')) onPicture()
      return false
    },
  })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

/** Every file below a folder with its text. */
async function contentsOf(directory: string): Promise<[string, string][]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(
    paths.sort().map(async (path): Promise<[string, string]> => [path, await readFile(path, 'latin1')]),
  )
}

const pause = () => new Promise((done) => setTimeout(done, 10))

const interrupts = [
  ['SIGINT', 'pictures are read'],
  ['SIGTERM', 'pictures are encoded'],
  ['SIGINT', 'pictures are encoded'],
  ['SIGHUP', 'pictures are encoded'],
] as const
it.each(isSoak ? interrupts : interrupts.slice(0, 2))(
  '%s while %s ends a build and leaves nothing behind',
  async (signal, stage) => {
    const out = join(folder, `${signal} ${stage}`)
    const cache = `${out} cache`
    const args = ['build', '--locale', 'pl', '--api', service.api, '--out', out, '--cache', cache]
    expect((await runSite([...args, '--images', 'off'])).code).toBe(0)
    const before = await contentsOf(out)

    let kill: (signal: NodeJS.Signals) => void = () => {}
    let pid = 0
    const started = Promise.withResolvers<void>()
    onPicture = started.resolve
    const run = runSite([...args, '--images', 'on'], {
      onStart: (send, number) => {
        kill = send
        pid = number
      },
    })
    await started.promise
    // Pages are staged once they are rendered. Encoding follows.
    while (stage === 'pictures are encoded' && !existsSync(join(out, `.staging-${pid}`, 'site/index.html')))
      await pause()
    kill(signal)
    const { code, signal: endedBy, stderr } = await run

    expect([code, endedBy], stderr).toEqual([130, null])
    expect(await contentsOf(out)).toEqual(before)
    const kept = await readdir(join(cache, 'pictures'))
    expect(kept.filter((name) => name.endsWith('.picture')).length, 'nobody waited for the encoders').toBeLessThan(
      files,
    )
    expect(kept.filter((name) => !/^[0-9a-f]{64}\.(picture|source|json)$/.test(name))).toEqual([])
  },
)
