import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeAddresses } from '#publish/redirects/addresses.ts'
import { captureOutput, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { redirects } from './redirects.ts'

const families = [
  { id: 'main', origin: 'https://www.heron.example', defaultLocale: 'en', locales: ['en', 'de'] },
  { id: 'fr', origin: 'https://heron.example.fr', defaultLocale: 'fr', locales: ['fr'] },
]
const entries = (...redirects: object[]): string => JSON.stringify({ redirects })

let site: OwnSite
beforeEach(async () => {
  site = openOwnSite({ families })
  await built({})
})
afterEach(() => site.remove())
async function built(more: object): Promise<void> {
  const facts = { family: 'main', defaultLocale: 'en', locales: ['en', 'de'], built: ['en', 'de'] }
  site.write('output/.site-export', '')
  const pages = ['/', '/about', '/fr']
  await writeAddresses(site.at('output'), { ...facts, pages, files: [], elsewhere: [], shells: [], ...more })
}
const run = (options: { json?: boolean } = {}) => captureOutput(() => redirects({ ...site.options, ...options }))

it('prints more entries than a call can have arguments', async () => {
  const many = Array.from({ length: 140_000 }, (_, at) => ({ from: `/old/${at}`, to: null }))
  site.write('redirects.json', JSON.stringify({ redirects: many }))
  expect((await run()).stdout).toContain('140000 entries: 0 redirects, 140000 gone, 0 left out')
})

it('prints every entry with its outcome, its target and why, in columns, and how many there are', async () => {
  site.write(
    'redirects.json',
    entries({ from: '/old', to: '/about' }, { from: '/sold', to: null }, { from: '/x', to: '/nowhere' }),
  )
  const { result, stdout, stderr } = await run()
  expect(stdout.split('\n')).toEqual([
    '301       /old   → /about',
    '          As written; a page answers there.',
    '410       /sold',
    '          A tombstone: it answers 410 Gone.',
    '301 dead  /x     → /nowhere',
    '          As written, but nothing answers there.',
    '',
    '3 entries: 2 redirects, 1 gone, 0 left out; checked against the last build (en, de).',
    '',
  ])
  expect([result, stderr]).toEqual([0, ''])
})

it('prints marks of writing direction in a harmless form', async () => {
  site.write('redirects.json', entries({ from: '/old\u202e', to: '/about' }, { from: '/x', to: '/now\u2067here' }))
  const { stdout } = await run()
  expect(stdout).toContain('/old\\u202e')
  expect(stdout).toContain('→ /now\\u2067here')
  expect(stdout).not.toMatch(/[\u202e\u2067]/)
})

it('exits with 1 when an entry is refused', async () => {
  site.write('redirects.json', entries({ from: '/a', to: '/a' }, { from: '/about', to: '/' }))
  const { result, stdout } = await run()
  expect(result).toBe(1)
  expect(stdout).toMatch(/^loop {6}\/a/m)
  expect(stdout).toMatch(/^shadowed {2}\/about/m)
  expect(stdout).toContain('2 entries: 0 redirects, 0 gone, 2 left out;')
})

it('prints JSON for programs, with its findings', async () => {
  site.write('redirects.json', entries({ from: '/old', to: '/about' }, { from: '/x', to: '/nowhere' }))
  const { result, stdout } = await run({ json: true })
  expect(JSON.parse(stdout)).toMatchObject({
    family: 'main',
    entries: [{ path: '/old', outcome: 'redirect', target: '/about' }, { path: '/x' }],
    warnings: [{ code: 'redirect-dead' }],
    errors: [],
  })
  expect(result).toBe(0)
})

it('judges the entries of the domain family that was built', async () => {
  await built({ family: 'fr', defaultLocale: 'fr', locales: ['fr'], built: ['fr'] })
  site.write('redirects.json', entries({ from: '/old', to: '/about' }, { from: '/vieux', to: '/', family: 'fr' }))
  const { stdout } = await run()
  expect(stdout).toMatch(/^301 +\/vieux/)
  expect(stdout).toContain('1 entry: 1 redirect, 0 gone, 0 left out; checked against the last build (fr).')
})

it('needs a build of a domain family in the settings', async () => {
  await built({ family: 'moon' })
  await expect(run()).rejects.toThrow('belongs to the domain family "moon", which the settings do not have.')
  site.options.out = site.at('other')
  await expect(run()).rejects.toThrow(`There is no build in "${site.at('other')}" to check redirects against.`)
})
