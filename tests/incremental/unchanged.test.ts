import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, openChain } from './chain.ts'

let chain: Chain

beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain.close())

/** Times and inodes of files, which change when a file is touched. */
async function marksOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true })
  const marks = await Promise.all(
    entries.map(async (name) => {
      const { mtimeMs, ctimeMs, ino } = await stat(join(folder, name))
      return [name, `${mtimeMs} ${ctimeMs} ${ino}`]
    }),
  )
  return Object.fromEntries(marks)
}

test('A build of content that is already published renders, bundles, encodes and writes nothing', async () => {
  const images = { images: 'on' } as const
  const { report: first } = await chain.build(images)
  expect(first.images.encoded).toBeGreaterThan(0)
  const site = join(chain.out, 'site')
  const before = await marksOf(site)
  const from = chain.service.requests.length
  const { report } = await chain.build(images)

  expect(await marksOf(site)).toEqual(before)
  expect(report.pages).toMatchObject({
    total: first.pages.total,
    rendered: 0,
    unchanged: first.pages.total,
    removed: 0,
  })
  expect(report.files).toEqual({ added: 0, changed: 0, removed: 0 })
  expect(report.images).toMatchObject({ sources: first.images.sources, encoded: 0 })
  expect(report.bytes).toEqual(first.bytes)
  expect(report.warnings).toEqual(first.warnings)
  expect(chain.service.requests.length - from).toBe(report.requests.total)
  expect(report.requests.notModified).toBe(report.requests.total)
})

test('A build without a cache renders every page, but writes none that is already published', async () => {
  await chain.build()
  const before = await marksOf(join(chain.out, 'site'))
  const { cache: _, ...job } = chain.job
  const { report } = await chain.build({ ...job, cache: undefined })
  expect(report.pages.rendered).toBe(report.pages.total)
  expect(await marksOf(join(chain.out, 'site'))).toEqual(before)
})
