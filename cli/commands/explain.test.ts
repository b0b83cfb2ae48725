import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { captureOutput, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { build } from './build.ts'
import { type ExplainOptions, explain } from './explain.ts'

let site: OwnSite
beforeAll(async () => {
  site = openOwnSite()
  const small = smallSite({ posts: 1 })
  const hidden = node('/area/:slug', 5, { nodeType: 'pattern', nodeReference: 'hidden_pages' })
  const nodes = [...(small.nodes ?? []), node('/żółć', 4), hidden]
  const redirects = [
    { from: '/old', to: '/about' },
    { from: '/de/stare żółć', to: null },
  ]
  site.write('redirects.json', JSON.stringify({ redirects }))
  site.write('texts/de.json', '{ "header": { "skip": "Zum Inhalt" } }')
  const locale = { ...small, nodes, pages: { ...small.pages, 4: page(4, 'Bile') } }
  const { api, close } = await startFixtureService({ locales: { en: locale, de: locale } })
  await captureOutput(() => build({ ...site.options, api }, new AbortController().signal))
  await close()
})
afterAll(() => site.remove())

const run = (slug: string, options: Partial<ExplainOptions> = {}) =>
  captureOutput(() => explain(slug, { ...site.options, ...options }))
const filesOf = (stdout: string): string[] => JSON.parse(stdout).map(({ file }: { file: string }) => file)

it('explains why a page was rendered, and what it read', async () => {
  const { stdout, stderr } = await run('/de/about')
  expect(stdout).toMatch(/^\/de\/about \(de\), de\/about\/index\.html\nRendered in the last build \(number 1\):\n/)
  expect(stdout).toContain('  No earlier build is known.\n')
  expect(stdout).toContain('    document pages 2 (de)\n')
  expect(stdout).toMatch(/texts\/de\.json/)
  expect(stderr).toBe('')
})

it.each([
  ['/about', ['about/index.html', 'de/about/index.html']],
  ['/de/about', ['de/about/index.html']],
  ['de/about/index.html', ['de/about/index.html']],
  ['/de/%C5%BC%C3%B3%C5%82%C4%87', ['de/żółć/index.html']],
  ['/de/about/', ['de/about/index.html']],
  ['/de/żółć'.normalize('NFD'), ['de/żółć/index.html']],
])('finds the pages of "%s"', async (slug, files) => {
  expect(filesOf((await run(slug, { json: true })).stdout).sort()).toEqual(files)
})

it('explains only the chosen locales', async () => {
  expect(filesOf((await run('/about', { json: true, locale: 'en' })).stdout)).toEqual(['about/index.html'])
  await expect(run('/de/about', { locale: 'en' })).rejects.toMatchObject({
    message: expect.stringContaining('has no page "/de/about" in en.'),
    hint: 'It is a page in de. Pass --locale de.',
  })
})

it.each([
  ['/old', 'redirects.json redirects this address to "/about".', 'run: npx site redirects'],
  [
    'https://www.heron.example/old/?a=1',
    'redirects.json redirects this address to "/about".',
    'run: npx site redirects',
  ],
  ['/de/stare%20żółć', 'redirects.json says that this address is gone for good.', 'run: npx site redirects'],
  ['/de/area/x', 'this address is in the restricted area, whose', 'npx site explain de/area/index.html'],
])('says what else the export has at "%s"', async (slug, why, hint) => {
  await expect(run(slug)).rejects.toMatchObject({
    message: expect.stringContaining(`has no page "${slug}": ${why}`),
    hint: expect.stringContaining(hint),
  })
  const reported = /npx site explain (\S+)/.exec(hint)?.[1]
  if (reported) expect(filesOf((await run(reported, { json: true })).stdout)).toEqual([reported])
})

it('explains the form of addresses when one is unknown, and says when nothing was built', async () => {
  await expect(run('/none')).rejects.toMatchObject({
    message: `The last build into "${site.options.out}" has no page "/none".`,
    hint: 'Pass a slug without a locale prefix, as in /blog, or an address, as in /en/blog.',
  })
  await expect(run('/about', { out: site.at('other') })).rejects.toMatchObject({
    message: `The last build into "${site.at('other')}" has no page "/about".`,
    hint: 'No build into this folder is known. Build the site, and pass the same --out and --cache here.',
  })
})

it('does not call a page missing when the page store is damaged', async () => {
  const builds = site.at('.site/builds')
  const name = readdirSync(builds).find((one) => one.endsWith('.pages.sqlite')) ?? ''
  const file = join(builds, name)
  const bytes = readFileSync(file)
  const hint = 'Build the site again with "npx site build", which renders every page without a record.'
  const lost = (message: RegExp) => ({
    finding: { code: 'memory-lost', message: expect.stringMatching(message), hint },
  })
  const database = new DatabaseSync(file)
  database.exec("UPDATE page SET known = '{}'")
  database.close()
  await expect(run('/about')).rejects.toMatchObject(
    lost(/^Not everything can be explained, because \d+ entries are damaged in .*\.$/),
  )
  writeFileSync(file, 'no database')
  await expect(run('/about')).rejects.toMatchObject(lost(/^Nothing can be explained, because .* cannot be used: /))
  writeFileSync(file, bytes)
})
