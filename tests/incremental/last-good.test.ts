import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Report } from '#renderer/build/report.ts'
import { sendJson } from '#tests/fixtures/content-service.ts'
import { type Chain, openChain } from './chain.ts'
import { differences, type ExportFiles } from './compare-exports.ts'

vi.setConfig({ testTimeout: 0 })

let chain: Chain
/** Requests that the service answers with 500, as locale and start of the path: `pl /api/menus`. */
let ill: string[]
let calm: ExportFiles
let content: Chain['options']['locales']

beforeAll(async () => {
  chain = await openChain()
  content = structuredClone(chain.options.locales)
  ill = []
  chain.options.intercept = (request, response) => {
    const url = new URL(request.url ?? '', 'http://fixture')
    const name = `${url.searchParams.get('locale')} ${url.pathname}`
    if (!ill.some((start) => name.startsWith(start))) return false
    sendJson(response, 500, { message: 'Out of memory' })
    return true
  }
  calm = (await chain.build()).files
})
afterAll(() => chain.close())
afterEach(async () => {
  ill = []
  chain.options.locales = structuredClone(content)
  await chain.build()
})

const outdated = ({ warnings }: Report): string[] =>
  warnings.filter(({ code }) => code === 'content-outdated').map(({ message }) => message)

/** Makes all failures so far some days older. */
async function letPass(days: number): Promise<void> {
  const folder = join(chain.cache, 'builds')
  const name = (await readdir(folder)).find((file) => file.endsWith('.answers.sqlite')) ?? ''
  const answers = new DatabaseSync(join(folder, name))
  answers.prepare('UPDATE last_good SET since = ?').run(new Date(Date.now() - days * 86_400_000).toISOString())
  answers.close()
}

describe('With --keep-going', () => {
  test('a document that cannot be read stays as it was, in its page, lists, links and sitemaps', async () => {
    ill = ['en /api/pages/', 'pl /api/posts/']
    const { report, files } = await chain.build({ keepGoing: true })
    expect(report.isPublished).toBe(true)
    expect(report.errors.length).toBeGreaterThan(2)
    expect(outdated(report).length).toBe(report.errors.length)
    expect(outdated(report)[0]).toMatch(
      /^GET \/pages\/\w+ \(en\) has not been usable since \d{4}-\d\d-\d\d \(less than an hour\)/,
    )
    expect(outdated(report)[0]).toMatch(/Its page is "\/en"\.$/)
    expect(differences(files, calm)).toEqual([])
    expect(report.pages.failed).toBe(0)
  })

  test('documents that can be read are updated beside it', async () => {
    const [page] = Object.values(chain.options.locales.de?.pages ?? {})
    if (page) page.title = 'Ganz neu'
    ill = ['en /api/pages/']
    const { report, files } = await chain.build({ keepGoing: true })
    expect(outdated(report).length).toBeGreaterThan(0)
    ill = []
    expect(differences(files, await chain.buildCleanly())).toEqual([])
  })

  test('lists that cannot be read stay complete as they were', async () => {
    const lists = ['/menus', '/sitemap_nodes', '/posts', '/services']
    ill = lists.map((path) => `pl /api${path}`)
    const { report, files } = await chain.build({ keepGoing: true })
    expect(report.isPublished).toBe(true)
    for (const path of lists) expect(outdated(report), path).toContainEqual(expect.stringContaining(`GET ${path}`))
    expect(differences(files, calm)).toEqual([])
  })

  test('an export keeps a locale whose sitemap nodes cannot be read and were never read before', async () => {
    ill = ['pl /api/sitemap_nodes']
    const cache = join(chain.folder, 'cache-without-nodes')
    const { report, files } = await chain.build({ keepGoing: true, cache })
    expect(report.isPublished).toBe(false)
    expect(report.errors.map(({ code }) => code)).toContain('locale-empty')
    expect(differences(files, calm)).toEqual([])
  })

  test('a document of a wrong shape stays as it was, in this build and the next', async () => {
    const pages = chain.options.locales.en?.pages ?? {}
    const name = Object.keys(pages)[2] ?? ''
    const good = pages[name]
    pages[name] = { ...good, blocks: 'none' }
    for (let builds = 0; builds < 2; builds += 1) {
      const { report, files } = await chain.build({ keepGoing: true })
      expect(report.errors.map(({ code }) => code)).toEqual(['field-invalid'])
      expect(outdated(report)).toHaveLength(1)
      expect(differences(files, calm)).toEqual([])
    }
    pages[name] = { ...good, title: 'Mended' }
    const { report, files } = await chain.build({ keepGoing: true })
    expect(report.errors).toEqual([])
    expect(outdated(report)).toEqual([])
    expect(differences(files, await chain.buildCleanly())).toEqual([])
  })

  test('the age counts from the first failure, and content that is too old is left out', async () => {
    ill = ['en /api/pages/']
    await chain.build()
    await letPass(2.5)
    const { report, files } = await chain.build({ keepGoing: true })
    expect(outdated(report)[0]).toContain('(2 days); its last good answer is used instead.')
    expect(differences(files, calm)).toEqual([])
    await letPass(31)
    const old = await chain.build({ keepGoing: true })
    expect(outdated(old.report)[0]).toContain(
      '(31 days); its last good answer is not used, because it is older than 30 days.',
    )
    expect(old.report.pages.failed).toBeGreaterThan(0)
    expect(differences(old.files, calm).length).toBeGreaterThan(0)
  })

  test('a document that is gone (404) has no page', async () => {
    const pages = chain.options.locales.en?.pages ?? {}
    delete pages[Object.keys(pages)[2] ?? '']
    const { report } = await chain.build({ keepGoing: true })
    expect(report.errors.map(({ code }) => code)).toContain('document-missing')
    expect(outdated(report)).toEqual([])
    expect(report.pages.failed).toBe(1)
  })

  test('nothing replaces a document that was never read', async () => {
    ill = ['en /api/pages/']
    const cache = join(chain.folder, 'new-cache')
    const { report } = await chain.build({ keepGoing: true, cache })
    expect(report.errors.length).toBeGreaterThan(0)
    expect(outdated(report)).toEqual([])
    expect(report.pages.failed).toBeGreaterThan(0)
  })
})

test('Without --keep-going a document that cannot be read leaves the export unchanged, and its last version is kept', async () => {
  const pages = chain.options.locales.en?.pages ?? {}
  const name = Object.keys(pages)[2] ?? ''
  pages[name] = { ...pages[name], blocks: 'none' }
  ill = ['pl /api/posts/']
  const { report } = await chain.build()
  expect(report.isPublished).toBe(false)
  expect(outdated(report)).toEqual([])
  const { report: kept, files } = await chain.build({ keepGoing: true })
  expect(kept.pages.failed).toBe(0)
  expect(differences(files, calm)).toEqual([])
})

test.each([
  ['a mistake in the address', { api: 'http://127.0.0.1:9/api' }],
  ['another token that gives access to nothing', { token: 'other' }],
])('The last good content survives a build with %s', async (_, mistake) => {
  ill = Object.keys(content)
  expect((await chain.build(mistake)).report.isPublished).toBe(false)
  ill = ['en /api/pages/', 'pl /api/menus']
  const { report, files } = await chain.build({ keepGoing: true })
  expect(report.pages.failed).toBe(0)
  expect(differences(files, calm)).toEqual([])
})

test('Nothing old is kept once the service answers well again', async () => {
  ill = ['en /api/']
  await chain.build({ keepGoing: true })
  ill = []
  const { report, files } = await chain.build({ keepGoing: true })
  expect([...report.errors, ...outdated(report)]).toEqual([])
  expect(differences(files, calm)).toEqual([])
  const folder = join(chain.cache, 'builds')
  const file = (await readdir(folder)).find((one) => one.endsWith('.answers.sqlite')) ?? ''
  const answers = new DatabaseSync(join(folder, file), { readOnly: true })
  expect(answers.prepare('SELECT count(*) AS count FROM last_good').get()).toEqual({ count: 0 })
  answers.close()
})
