import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { node, page, post, smallSite } from '#tests/fixtures/content.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { differences, readExport } from '#tests/incremental/compare-exports.ts'
import { runSite } from '#tests/run-site.ts'

const count = 60
/** A site with the given number of pages per locale. The words of each page are unique. */
const siteOf = (locale: string) => {
  const small = smallSite()
  const names = Array.from({ length: count }, (_, at) => `page-${at}`)
  const text = (name: string) => ({
    id: 1,
    type: 'text',
    html: `<h2>${name}</h2><p>żółw of ${locale} <a href="/x">x</a></p>`,
  })
  return {
    ...small,
    nodes: [...(small.nodes ?? []), ...names.map((name) => node(`/${name}`, name))],
    pages: {
      ...small.pages,
      ...Object.fromEntries(names.map((name) => [name, page(name, name, { blocks: [text(name)] })])),
    },
    posts: Array.from({ length: 20 }, (_, at) => post(at + 1)),
  }
}

let folder: string
let service: FixtureService
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-workers-'))
  service = await startFixtureService({ locales: { pl: siteOf('pl'), en: siteOf('en') } })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function build(name: string, args: string[]) {
  const out = join(folder, name)
  const given = ['build', '--locale', 'pl,en', '--api', service.api, '--out', out, '--no-ledger', '--json', ...args]
  const { code, stdout, stderr } = await runSite(given)
  expect(code, stderr).toBe(0)
  const { pages, warnings } = JSON.parse(stdout)
  return { pages, warnings, files: await readExport(out) }
}

const isWhole = process.env.ENGINES === 'all'
const engines = isWhole ? ['react', 'preact'] : ['react']
const numbers = isWhole ? ['1', '2', '8'] : ['2']

describe.each(engines)('with %s', (engine) => {
  it('any number of workers produces the same bytes and findings as none', async () => {
    const none = await build(`${engine}-0`, ['--engine', engine, '--workers', '0'])
    expect(none.pages.rendered).toBeGreaterThan(2 * count)
    expect(none.warnings.length).toBeGreaterThan(0)
    for (const workers of numbers) {
      const some = await build(`${engine}-${workers}`, ['--engine', engine, '--workers', workers])
      expect(differences(some.files, none.files)).toEqual([])
      expect([some.pages, some.warnings]).toEqual([none.pages, none.warnings])
      if (!isWhole) continue
      const again = await build(`${engine}-${workers}`, ['--engine', engine, '--workers', '0'])
      expect(again.pages).toMatchObject({ rendered: 0, changed: 0 })
      const forced = await build(`${engine}-${workers}`, ['--engine', engine, '--workers', workers, '--force'])
      expect(forced.pages).toMatchObject({ rendered: none.pages.rendered, changed: 0 })
    }
  })
})
