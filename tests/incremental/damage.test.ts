import { existsSync } from 'node:fs'
import { appendFile, copyFile, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { type Chain, openChain } from './chain.ts'
import { differences, type ExportFiles } from './compare-exports.ts'
import { randomFrom } from './sample.ts'

type Contents = Chain['options']['locales']

// Runs many builds, one after the other.
vi.setConfig({ testTimeout: 0 })

let chain: Chain
let contents: { before: Contents; after: Contents }
let whole: { before: ExportFiles; after: ExportFiles }
/** The content that the next build publishes. The export is of the other one. */
let next: 'before' | 'after' = 'after'
let kept: string

/** The page store in the cache. */
const memoryFile = (): string => join(chain.cache, 'builds', kept)

beforeAll(async () => {
  chain = await openChain()
  const before = chain.options.locales
  const after = structuredClone(before)
  const page = after.en?.pages?.[6]
  if (page) page.title = 'About us'
  const [first] = after.pl?.posts ?? []
  if (first) first.title = 'The newest of all posts'
  contents = { before, after }
  const { files } = await chain.build()
  const names = await readdir(join(chain.cache, 'builds'))
  kept = names.find((name) => name.endsWith('.pages.sqlite')) ?? ''
  chain.options.locales = after
  whole = { before: files, after: await chain.buildCleanly() }
})
afterAll(() => chain.close())

/** Damages something, then builds the other content. Returns what differs from a clean build. */
async function buildAfter(spoil: () => unknown): Promise<{ wrong: string[]; codes: string[]; rendered: number }> {
  await spoil()
  chain.options.locales = contents[next]
  const { report, files } = await chain.build()
  expect(report.isPublished).toBe(true)
  const wrong = differences(files, whole[next])
  next = next === 'after' ? 'before' : 'after'
  return { wrong, codes: report.warnings.map(({ code }) => code), rendered: report.pages.rendered }
}

test('Without damage only changed pages are rendered, and the export equals a clean build', async () => {
  const { wrong, codes, rendered } = await buildAfter(() => {})
  expect(wrong).toEqual([])
  expect(codes).not.toContain('memory-lost')
  expect(rendered).toBeGreaterThan(0)
  expect(rendered).toBeLessThan(20)
})

describe('The page store', () => {
  const expectForgotten = async (spoil: () => unknown): Promise<void> => {
    const { wrong, codes, rendered } = await buildAfter(spoil)
    expect(wrong).toEqual([])
    expect(codes).toContain('memory-lost')
    expect(rendered).toBe(82)
  }

  test('is discarded with a warning when it was truncated', async () => {
    const cut = async (lengthOf: (size: number) => number): Promise<void> =>
      truncate(memoryFile(), lengthOf((await stat(memoryFile())).size))
    const lengths = [(size: number) => size >> 1, () => 1, () => 100, () => 4096]
    for (const lengthOf of isSoak ? lengths : lengths.slice(0, 1)) {
      await expectForgotten(() => cut(lengthOf))
    }
    // The last byte may never have been written to.
    expect((await buildAfter(() => cut((size) => size - 1))).wrong).toEqual([])
  })

  test('is discarded with a warning when another file replaces it', async () => {
    await expectForgotten(() => writeFile(memoryFile(), 'No database at all.'))
    await expectForgotten(async () => {
      await rm(memoryFile())
      const other = new DatabaseSync(memoryFile())
      other.exec('CREATE TABLE songs (title TEXT)')
      other.close()
    })
    await expectForgotten(() => change('PRAGMA user_version = 99'))
    await expectForgotten(() => change(`UPDATE about SET value = '"other tools"' WHERE name = 'identity'`))
  })

  test('is never trusted with a flipped bit, at any place', async () => {
    const random = randomFrom(7)
    for (let round = 0; round < Number(process.env.FLIPS ?? (process.env.MUTATIONS === 'all' ? 50 : 1)); round += 1) {
      let at = 0
      const { wrong, codes } = await buildAfter(async () => {
        const bytes = await readFile(memoryFile())
        at = Math.floor(random() * bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
        await writeFile(memoryFile(), bytes)
      })
      expect(wrong, `byte ${at}`).toEqual([])
      // A fault that is found only while the results are saved costs the next build the file.
      if (existsSync(memoryFile())) continue
      expect(codes, `byte ${at}`).toContain('memory-lost')
      expect((await buildAfter(() => {})).rendered).toBe(82)
    }
  })

  test('is made again when it is missing', async () => {
    const { wrong, rendered } = await buildAfter(() => rm(memoryFile()))
    expect(wrong).toEqual([])
    expect(rendered).toBe(82)
  })

  test('discards damaged rows with a warning', async () => {
    const { wrong, codes, rendered } = await buildAfter(() => change("UPDATE page SET slug = 'x' WHERE file < 'b'"))
    expect(wrong).toEqual([])
    expect(codes).toContain('memory-lost')
    expect(rendered).toBeLessThan(40)
  })

  const change = (sql: string): void => {
    const db = new DatabaseSync(memoryFile())
    db.exec(sql)
    db.close()
  }
})

describe('The export', () => {
  const file = (name: string): string => join(chain.out, 'site', name)

  test('is complete again when its files were edited, deleted or touched', async () => {
    const spoils = [
      () => Promise.all([appendFile(file('index.html'), 'edited'), rm(file('sitemap.xml'))]),
      () => Promise.all([rm(file('en'), { recursive: true }), writeFile(file('sw.js'), '')]),
      () => Promise.all([utimes(file('en/full/index.html'), 1, 1), writeFile(file('of-nobody.html'), 'What is this?')]),
      () =>
        Promise.all([rm(file('assets'), { recursive: true }), copyFile(file('index.html'), file('full/index.html'))]),
    ]
    for (const spoil of spoils) expect((await buildAfter(spoil)).wrong, String(spoil)).toEqual([])
  })

  test('is complete again when a page was replaced by one of the same length and time', async () => {
    // A build that reads no files cannot notice a forged size and time. The page that changed is right anyway.
    const { wrong } = await buildAfter(async () => {
      const name = file('en/about/index.html')
      const { atime, mtime } = await stat(name)
      await writeFile(name, (await readFile(name, 'utf8')).replace('<body', '<BODY'))
      await utimes(name, atime, mtime)
    })
    expect(wrong).toEqual([])
  })

  test('is complete again when its manifest is damaged or missing', async () => {
    const manifest = join(chain.out, '.files.json')
    const spoils = [
      () => rm(manifest),
      () => writeFile(manifest, '{"version":1,"files":['),
      () => writeFile(manifest, '{"version":2,"files":[]}'),
      async () => writeFile(manifest, (await readFile(manifest, 'utf8')).replaceAll(/"sha256":"./g, '"sha256":"0')),
      () => writeFile(join(chain.out, '.assets.json'), 'no'),
    ]
    for (const spoil of isSoak ? spoils : spoils.slice(0, 2)) {
      const { wrong } = await buildAfter(spoil)
      expect(wrong, String(spoil)).toEqual([])
    }
  })
})

describe('Another build in between', () => {
  test('from another cache does not mislead the first one', async () => {
    const other = join(chain.folder, 'other-cache')
    const build = async (what: 'before' | 'after', cache = chain.cache): Promise<string[]> => {
      chain.options.locales = contents[what]
      return differences((await chain.build({ cache })).files, whole[what])
    }
    await build('before')
    expect(await build('after', other)).toEqual([])
    expect(await build('before')).toEqual([])
    expect(await build('after', other)).toEqual([])
    next = 'before'
  })

  test('that fails changes nothing, and one that is published despite failed pages is fixed by the next', async () => {
    const broken = structuredClone(contents.after)
    const page = broken.en?.pages?.[3]
    if (page) page.blocks = 'none'
    for (const keepGoing of [false, true]) {
      const { wrong } = await buildAfter(async () => {
        chain.options.locales = broken
        const { report } = await chain.build({ keepGoing })
        expect(report.errors.length).toBeGreaterThan(0)
        expect(report.isPublished).toBe(keepGoing)
        expect(existsSync(file('en/full/index.html'))).toBe(true)
      })
      expect(wrong).toEqual([])
    }
  })

  const file = (name: string): string => join(chain.out, 'site', name)
})
