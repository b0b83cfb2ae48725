import { existsSync, readFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { blockFiles } from '#cli/new/block-files.ts'
import { writeAddresses } from '#publish/redirects/addresses.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { captureOutput, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { buildShardOfPlan } from './build-shard.ts'
import { type MergeOptions, merge } from './merge.ts'
import { plan } from './plan.ts'

const small = { ...smallSite({ posts: 1 }), menus: [] }
const { signal } = new AbortController()

/** The files of a site, other than its settings, that affect what is made of its content. */
const ownFiles: Record<string, string> = {
  'brand/heron.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
  'tokens.css': ':root { --amber: #abcdef; src: url(./fonts/own.woff2) }',
  'fonts/own.woff2': 'a font',
  'texts/en.json': '{ "error": { "title404": "No such bird" } }',
  'redirects.json': '{ "redirects": [] }',
}
const block = blockFiles({ name: 'pull-quote', isCheckout: false })
for (const name of ['schema.ts', 'pull-quote.tsx', 'pull-quote.css'])
  ownFiles[`blocks/pull-quote/${name}`] = block[name] ?? ''
const brand = { name: 'Heron', icon: 'brand/heron.svg', themeColor: '#123456', backgroundColor: '#ffffff' }

let site: OwnSite
beforeAll(async () => {
  site = openOwnSite({ brand, ledger: 'addresses.txt' })
  for (const [file, text] of Object.entries(ownFiles)) site.write(file, text)
  const { api, close } = await startFixtureService({ locales: { en: small } })
  const planned = { ...site.options, out: site.at('site.plan'), export: site.at('output'), locale: 'en', api }
  await captureOutput(() => plan(planned, signal))
  for (const shard of ['1/2', '2/2']) {
    const made = { ...site.options, shard, out: site.at(`part-${shard[0]}`) }
    await captureOutput(() => buildShardOfPlan(made, site.at('site.plan'), signal))
  }
  await close()
})
afterAll(() => site.remove())

const parts = () => [site.at('part-1'), site.at('part-2')]
const run = (folders: string[], options: Partial<MergeOptions & { json: boolean }> = {}) => {
  const { out, cache, config, hosts = 'all', ledger } = site.options
  return captureOutput(() => merge(folders, { out, cache, config, hosts, ledger, ...options }, signal))
}

it('makes an export of all parts by the options of the plan, without any service', async () => {
  const { result, stdout, stderr } = await run(parts(), { json: true, hosts: 'nginx' })
  expect(result).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ engine: 'react', locales: ['en'], pages: { total: 7, failed: 0 } })
  expect(stderr).toMatch(/\nPublished to .*output\/site in .* s, 1 warning\.\n$/)
  expect(stderr).not.toContain('stopped: ')
  expect(readFileSync(site.at('addresses.txt'), 'utf8')).toContain('\n/about\n')
  expect(readFileSync(site.at('output/site/about/index.html'), 'utf8')).toContain('Text of About.')
  expect(readFileSync(site.at('output/report.json'), 'utf8')).toBe(stdout)
  expect([existsSync(site.at('output/hosts/nginx')), existsSync(site.at('output/hosts/apache'))]).toEqual([true, false])
})

it('exits with 1 when there are more warnings than allowed', async () => {
  const { result, stderr } = await run(parts(), { maxWarnings: 0 })
  expect(result).toBe(1)
  expect(stderr).toMatch(/\n1 warning: --max-warnings allows 0\.\n$/)
})

it('refuses missing parts, an output over a part, and parts not signed with the key of the environment', async () => {
  await expect(run([site.at('part-1')])).rejects.toThrow('The part of shard 2 of 2 is missing.')
  const intoPart = run(parts(), { out: `${site.at('part-1')}/` })
  await expect(intoPart).rejects.toThrow(
    `"${site.at('part-1')}/" contains the part of a shard, which the export would replace.`,
  )
  process.env.SITE_PLAN_KEY = 'a-key-of-thirty-two-characters!!'
  onTestFinished(() => {
    delete process.env.SITE_PLAN_KEY
  })
  await expect(run(parts())).rejects.toThrow(/part-1/)
})

const planned = (file: string) => `the file "${file}" differs from the plan`
const unplanned = (file: string) => `the file "${file}" did not exist when the plan was made`

it.each<[file: string, text: string | undefined, why: string]>([
  ...Object.entries(ownFiles).map(([file, text]): [string, string, string] => [file, `${text} `, planned(file)]),
  ['tokens.css', undefined, 'the file "tokens.css" is missing'],
  ['texts/de.json', '{}', unplanned('texts/de.json')],
  ['blocks/pull-quote/more.css', '', unplanned('blocks/pull-quote/more.css')],
])('leaves the export unchanged when %s differs from the plan, as a shard does', async (file, text, why) => {
  const before = existsSync(site.at(file)) ? readFileSync(site.at(file), 'utf8') : undefined
  onTestFinished(() => (before === undefined ? rmSync(site.at(file)) : site.write(file, before)))
  if (text === undefined) rmSync(site.at(file))
  else site.write(file, text)
  const report = readFileSync(site.at('output/report.json'))
  await expect(run(parts())).rejects.toThrow(`The parts cannot be merged here, because ${why}.`)
  const shard = { ...site.options, shard: '1/2', out: site.at('part-1') }
  const making = buildShardOfPlan(shard, site.at('site.plan'), signal)
  await expect(making).rejects.toThrow(`The plan "${site.at('site.plan')}" cannot be built here, because ${why}.`)
  expect(readFileSync(site.at('output/report.json'))).toEqual(report)
})

it('leaves the export unchanged when a setting differs from the plan', async () => {
  const settings = readFileSync(site.at('site.config.js'), 'utf8')
  site.write('other.config.js', settings.replace('#123456', '#123457'))
  await expect(run(parts(), { config: site.at('other.config.js') })).rejects.toThrow(
    'because the content of the settings differs from the plan.',
  )
})

it('leaves the export of another family unchanged', async () => {
  const settings = readFileSync(site.at('site.config.js'), 'utf8')
  const shop = { id: 'shop', origin: 'https://shop.example', defaultLocale: 'pl', locales: ['pl'] }
  site.write('two.config.js', settings.replace('"families":[', `"families":[${JSON.stringify(shop)},`))
  site.write('shop/site/index.html', 'Shop')
  const facts = { family: 'shop', defaultLocale: 'pl', locales: ['pl'], built: ['pl'] }
  await writeAddresses(site.at('shop'), { ...facts, pages: [], files: [], elsewhere: [], shells: [] })
  await expect(run(parts(), { config: site.at('two.config.js'), out: site.at('shop') })).rejects.toThrow(
    `"${site.at('shop')}" contains the export of the domain family "shop", not of "main".`,
  )
})

it('accepts the site again once it matches the plan', async () => {
  expect((await run(parts())).result).toBe(0)
})
