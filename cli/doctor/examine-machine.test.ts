import { mkdirSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockExport } from '#publish/export/export-lock.ts'
import { type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { examineMachine } from './examine-machine.ts'

let site: OwnSite
const { PATH, CHROMIUM_PATH } = process.env
beforeEach(() => {
  site = openOwnSite()
})
afterEach(() => {
  Object.assign(process.env, { PATH })
  if (CHROMIUM_PATH === undefined) delete process.env.CHROMIUM_PATH
  else process.env.CHROMIUM_PATH = CHROMIUM_PATH
  site.remove()
})

async function look(more: { out?: string; cache?: string } = {}) {
  const rows = await examineMachine({ ...site.options, ...more })
  const remarks = rows.flatMap(({ endpoint, remarks: own }) => own.map((one) => ({ endpoint, ...one })))
  return { found: Object.fromEntries(rows.map(({ endpoint, found }) => [endpoint, found])), remarks }
}
const room = String.raw`\d+\.\d [GM]B free`

it('reports on Node, settings, folders and tools, and changes nothing', async () => {
  const { found, remarks } = await look()
  expect(Object.keys(found)).toEqual(['Node', 'settings', 'output', 'cache', 'for tests'])
  expect(found.Node).toBe(`${process.versions.node} at ${process.execPath}`)
  expect(found.settings).toBe(
    `${site.options.config}: main (en, de); content from the service that --api or SITE_API names`,
  )
  expect(found.output).toMatch(new RegExp(`^${site.options.out}, ${room}$`))
  expect(found.cache).toMatch(
    new RegExp(`^${site.options.cache}, ${room}, holds 0.0 MB, of which no export uses 0.0 MB$`),
  )
  expect(remarks.filter(({ code }) => code !== 'disk-short')).toEqual([])
  expect((await look()).found.output).toMatch(/free$/)
  expect(readdirSync(site.root).sort()).toEqual(['brand', 'site.config.js'])
})

it('reports a locale without a folder in the content', async () => {
  site.write('content/en/nodes.yaml', '[]')
  const { found, remarks } = await look()
  expect(found.settings).toBe(`${site.options.config}: main (en, de)`)
  expect(remarks).toMatchObject([
    { code: 'settings-wrong', isError: true, message: expect.stringContaining('there is no folder "content/de"') },
  ])
  site.write('content/de/nodes.yaml', '[]')
  expect((await look()).found.settings).toContain('content from files')
})

it('reports invalid files of the content', async () => {
  site.write('content/en/nodes.yaml', '- { nodeType: article, action: show, slug: /about, nodeReference: 2 }')
  site.write('content/de/nodes.yaml', '[]')
  site.write('content/en/pages/about.yaml', 'id: 2\ntitle: 7\nblocks: []\n')
  site.write('content/de/menus.yaml', '- id: [1')
  const { found, remarks } = await look()
  expect(found.content).toMatch(/content$/)
  expect(remarks.filter(({ endpoint }) => endpoint === 'content')).toMatchObject([
    { code: 'field-invalid', isError: true, message: expect.stringContaining('about.yaml", line 2, field "title": ') },
    { code: 'file-invalid', isError: true, message: expect.stringContaining('de/menus.yaml" is not valid YAML: ') },
  ])
  site.write('content/en/pages/prices.yaml', 'id: 3\nblocks: []\n')
  expect((await look()).remarks).toContainEqual(expect.objectContaining({ code: 'file-unused', isError: false }))
})

it('reports a language for which the tool has no texts', async () => {
  site.remove()
  const families = [{ id: 'main', origin: 'https://www.heron.example', defaultLocale: 'en', locales: ['en', 'it'] }]
  site = openOwnSite({ families })
  const { remarks } = await look()
  const message = expect.stringMatching(/^The locale "it" lacks \d{3} interface texts, for example "[\w.]+";/)
  expect(remarks.filter(({ code }) => code !== 'disk-short')).toMatchObject([{ code: 'text-missing', message }])
})

it('reports a mistake in a style sheet, as a build does, and styles that cannot be bundled', async () => {
  site.write('tokens.css', ':root { --brnd: red; }')
  const message = expect.stringContaining('line 1: no style uses the token "--brnd".')
  expect((await look()).remarks.filter(({ code }) => code !== 'disk-short')).toMatchObject([
    { endpoint: 'settings', code: 'style-invalid', isError: false, message },
  ])
  site.write('tokens.css', '@import "./missing.css";')
  expect((await look()).remarks).toContainEqual(
    expect.objectContaining({ code: 'settings-wrong', isError: true, message: expect.stringContaining('missing.css') }),
  )
})

it('names the service of the settings, and how to examine it', async () => {
  site.remove()
  site = openOwnSite({ api: 'http://cms.example/api' })
  expect((await look()).found.settings).toContain(
    'content from http://cms.example/api ("site doctor --api http://cms.example/api" checks it)',
  )
})

it('reports invalid settings as an error', async () => {
  site.write('other.config.js', 'export default { brand: 7 }')
  site.options.config = site.at('other.config.js')
  const { found, remarks } = await look()
  expect(found.settings).toBe(site.options.config)
  expect(remarks).toMatchObject([{ endpoint: 'settings', code: 'settings-wrong', isError: true }])
})

it('reports unreadable texts and redirects', async () => {
  site.write('redirects.json', '{')
  expect((await look()).remarks).toMatchObject([
    { code: 'settings-wrong', message: expect.stringMatching(/is not valid JSON/) },
  ])
})

it('reports unwritable folders, and names the option to choose another', async () => {
  site.write('file', '')
  const { remarks } = await look({ out: site.at('file/out'), cache: site.at('file/cache') })
  const reported = remarks.map(({ endpoint, code, isError, hint }) => [endpoint, code, isError, hint])
  const hint = (option: string) => `Choose another one with ${option}, or fix its permissions.`
  expect(reported).toContainEqual(['output', 'folder-unwritable', true, hint('--out')])
  expect(reported).toContainEqual(['cache', 'folder-unwritable', true, hint('--cache')])
})

it('reports an output folder that is not ours, and one in use', async () => {
  site.write('foreign/mine.txt', '')
  expect((await look({ out: site.at('foreign') })).remarks).toMatchObject([{ code: 'export-not-ours', isError: true }])
  mkdirSync(site.at('held'))
  await using _ = await lockExport(site.at('held'), 'site build')
  expect((await look({ out: site.at('held') })).remarks).toMatchObject([
    { code: 'export-locked', isError: true, message: expect.stringMatching(/is in use by .*site build/) },
  ])
})

it('reports what is in the cache, and that nothing uses it', async () => {
  site.write(`.site/pictures/${'a'.repeat(64)}.picture`, 'x'.repeat(300_000))
  expect((await look()).found.cache).toMatch(/holds 0\.3 MB, of which no export uses 0\.3 MB$/)
})

it('reports which tools of the tests are installed, including a browser by any of its names', async () => {
  site.write('bin/caddy', '')
  site.write('bin/google-chrome', '')
  process.env.PATH = site.at('bin')
  delete process.env.CHROMIUM_PATH
  const { found } = await look()
  expect(found['for tests']).toMatch(
    /^(nginx, )?(apache2, )?caddy, google-chrome(; without .* their tests cannot run)?$/,
  )
  for (const server of ['nginx', 'apache2']) site.write(`bin/${server}`, '')
  process.env.CHROMIUM_PATH = site.at('bin/caddy')
  expect((await look()).found['for tests']).toBe(`nginx, apache2, caddy, ${site.at('bin/caddy')}`)
})
