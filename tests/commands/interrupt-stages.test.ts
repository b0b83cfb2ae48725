import { existsSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { post } from '#tests/fixtures/content.ts'
import { randomFrom } from '#tests/incremental/sample.ts'
import { filesIn, openProject, type Project, touched } from './project.ts'
import { change, smallContent } from './small-content.ts'

// Runs many builds, one after the other.
vi.setConfig({ testTimeout: 3_600_000 })

const stages = ['hang', 'crawl', 'render', 'encode', 'publish'] as const
type Stage = (typeof stages)[number]
const rounds = Number(process.env.INTERRUPTS ?? stages.length)
const random = randomFrom(5)

const content = smallContent()
// Rendering must still be under way when the signal arrives.
const posts = Array.from({ length: 200 }, (_, index) => post(200 - index))
for (const locale of ['pl', 'en']) content.locales[locale] = { ...content.locales[locale], posts }
let project: Project
let isAsked = Promise.withResolvers<void>()
let isHanging = false
let picture: Buffer

beforeAll(async () => {
  content.intercept = ({ url }) => {
    isAsked.resolve()
    return isHanging && (url ?? '').includes('/pages/')
  }
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  picture = await sharp({ create: { width: 2600, height: 1800, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
  project = await openProject(content, { copiesTool: false })
})
afterAll(() => project.close())

const out = (): string => join(project.root, 'out')
const build = ['build', '--no-ledger', '--out', 'out', '--swap', '--workers', '1']

/** Changes every page, and the picture of the site. */
function alter(round: number): void {
  content.files = {
    ...content.files,
    '/media/photo.jpg': { body: Buffer.concat([picture, Buffer.from(`${round}`)]), type: 'image/jpeg' },
  }
  for (const locale of ['pl', 'en']) {
    change(content, locale, (own) => {
      own.menus = own.menus?.map((item) => ({ ...item, name: `About ${round}` }))
      const block = { id: 22, type: 'banner', title: 'Photo', image: { url: '/media/photo.jpg', alt: 'Photo' } }
      own.pages = { ...own.pages, 2: { ...own.pages?.[2], blocks: [block] } }
    })
  }
}

async function until(stage: Stage, pid: number): Promise<void> {
  if (stage === 'hang' || stage === 'crawl') await isAsked.promise
  if (stage === 'publish') {
    const watcher = watch(out())
    await new Promise<void>((done) => watcher.on('change', (_, name) => String(name) === '.journal.json' && done()))
    return watcher.close()
  }
  const staged = join(out(), `.staging-${pid}`, 'site')
  const pictures = join(project.root, '.site/pictures')
  const known = existsSync(pictures) ? readdirSync(pictures).length : 0
  if (stage === 'render' || stage === 'encode') while (!existsSync(staged)) await wait(2)
  if (stage === 'encode') while (!existsSync(pictures) || readdirSync(pictures).length < known + 1) await wait(5)
  await wait(random() * 60)
}

test('SIGINT and SIGTERM end a build with 130 in every stage, and the export is the old or the new one', async () => {
  alter(-1)
  expect((await project.site(...build)).code).toBe(0)
  const longest: Record<string, number> = {}
  let over = 0
  for (let round = 0; round < rounds; round += 1) {
    const stage = stages[round % stages.length] ?? 'crawl'
    const before = await filesIn(join(out(), 'site/'))
    alter(round)
    isAsked = Promise.withResolvers()
    isHanging = stage === 'hang'
    const running = project.start(...build, '--images', stage === 'encode' ? 'on' : 'off')
    await until(stage, running.pid)
    const from = performance.now()
    running.kill(round % 2 === 0 ? 'SIGINT' : 'SIGTERM')
    const { code, stderr } = await running.ended
    const ms = Math.round(performance.now() - from)
    longest[stage] = Math.max(longest[stage] ?? 0, ms)
    isHanging = false
    // A commit takes milliseconds, so the command may end before the signal arrives.
    const isPublished = stderr.includes('Published to')
    expect({ code, stage, stderr }).toMatchObject({ code: isPublished ? 0 : 130 })
    if (isPublished) over += 1
    expect(stderr).not.toMatch(/^\s+at /m)
    if (process.env.INTERRUPTS) expect(ms, stage).toBeLessThan(2000)
    const changed = touched(before, await filesIn(join(out(), 'site/')))
    if (stage !== 'publish') expect(changed, stage).toEqual([])
  }
  console.info(`Longest: ${JSON.stringify(longest)} ms; ${over} had ended before.`)
  const last = await project.site(...build)
  expect(last.code, last.stderr).toBe(0)
  const left = readdirSync(out()).filter((file) => /^\.(?:staging|journal|lock)/.test(file))
  expect(left).toEqual([])
})
