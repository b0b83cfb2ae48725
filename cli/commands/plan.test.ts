import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import type { Finding } from '#content/finding.ts'
import { memoryFile } from '#renderer/build/memory-file.ts'
import { readPlan } from '#renderer/shards/site-plan.ts'
import { page, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureOptions } from '#tests/fixtures/content-service.ts'
import { captureOutput, setServedSite } from '#tests/fixtures/own-site.ts'
import { build } from './build.ts'
import { type PlanOptions, plan } from './plan.ts'

const small = smallSite({ posts: 1 })
const content: FixtureOptions = { locales: { en: small, de: small } }

const site = setServedSite(content)
const run = (options: Partial<PlanOptions> = {}) => {
  const given = { ...site.options, out: site.at('site.plan'), export: site.at('output'), api: site.api }
  return captureOutput(() => plan({ ...given, ...options }, new AbortController().signal))
}

it('writes a plan of the chosen locales, and prints the number of its pages', async () => {
  const { result, stdout, stderr } = await run({ locale: 'de', json: true })
  expect(result).toBe(0)
  expect(stderr).toMatch(/\nPlanned 8 pages in ".*site\.plan" in \d+\.\d\d s\.\n$/)
  expect(stderr).not.toContain('stopped: ')
  expect(JSON.parse(stdout)).toMatchObject({ isPublished: true, pages: { total: 8 }, locales: ['de'] })
  const { options } = readPlan(site.at('site.plan'), undefined)
  expect(options).toMatchObject({ locales: ['de'], api: site.api, images: 'off', engine: 'react' })
  expect(existsSync(site.at('output'))).toBe(false)
})

it('requests only changes from the service the next time', async () => {
  content.withTags = true
  onTestFinished(() => {
    delete content.withTags
  })
  await run({ locale: 'de' })
  const { requests } = JSON.parse((await run({ locale: 'de', json: true })).stdout)
  expect(requests.notModified).toBe(requests.total)
})

it('reports that it cannot use data of earlier plans', async () => {
  await run({ locale: 'de' })
  for (const name of readdirSync(site.at('.site/builds'))) site.write(`.site/builds/${name}`, 'x'.repeat(9000))
  const { warnings } = JSON.parse((await run({ locale: 'de', json: true })).stdout)
  expect(warnings.map(({ code }: Finding) => code)).toEqual(['answers-lost', 'memory-lost'])
  expect(warnings[1].message).not.toContain('rendered') // a plan renders nothing
})

it('forgets outdated answers of the service', async () => {
  const kept = () => {
    using file = new DatabaseSync(memoryFile({ ...site.options, out: site.at('site.plan') }, 'answers') ?? '')
    return file.prepare('SELECT count(*) AS bodies FROM bodies').get()
  }
  await run({ locale: 'de' })
  const before = kept()
  content.locales = { en: small, de: { ...small, pages: { ...small.pages, 2: page(2, 'Another title') } } }
  await run({ locale: 'de' })
  expect(kept()).toEqual(before)
  content.locales = { en: small, de: small }
})

it('balances shards by the times of the named export', async () => {
  const placesBy = async (folder: string) => {
    await run({ locale: 'en', export: folder })
    return readPlan(site.at('site.plan'), undefined).places
  }
  const unmeasured = await placesBy(site.at('measured'))
  const built = { ...site.options, locale: 'en', out: site.at('measured'), api: site.api }
  await captureOutput(() => build(built, new AbortController().signal))
  const measured = await placesBy(site.at('measured'))
  expect(measured.length).toBe(7)
  expect(measured).not.toEqual(unmeasured)
})

it('signs the plan with the key of the environment', async () => {
  process.env.SITE_PLAN_KEY = 'a-key-of-thirty-two-characters!!'
  onTestFinished(() => {
    delete process.env.SITE_PLAN_KEY
  })
  expect((await run({ locale: 'de' })).result).toBe(0)
  expect(() => readPlan(site.at('site.plan'), undefined)).toThrow(/The plan ".*" /)
  expect(readPlan(site.at('site.plan'), process.env.SITE_PLAN_KEY).options.locales).toEqual(['de'])
})

it('makes no plan of content with errors', async () => {
  content.locales = { en: { ...small, pages: { ...small.pages, 2: { id: 2, blocks: 'none' } } }, de: small }
  const { result, stderr } = await run({ out: site.at('other.plan') })
  expect(result).toBe(1)
  expect(stderr).toMatch(/^error .*\[field-invalid\]/m)
  expect(stderr).toMatch(/\nNot planned: 1 error\.\n$/)
  expect(existsSync(site.at('other.plan'))).toBe(false)
})

it('refuses an unwritable file before it reads anything', async () => {
  await expect(run({ api: 'http://127.0.0.1:1/api', out: site.at('none/site.plan') })).rejects.toThrow(
    `The plan cannot be written to "${site.at('none/site.plan')}".`,
  )
})

it('only recommends a number of shards with --advise, by the last build', async () => {
  const stages = [
    { name: 'crawl', ms: 4000 },
    { name: 'render', ms: 100_000 },
  ]
  site.write('output/report.json', JSON.stringify({ isPublished: true, pages: { total: 9, rendered: 9 }, stages }))
  const { result, stdout } = await run({ advise: 60, out: site.at('none.plan') })
  expect(result).toBe(0)
  expect(stdout).toContain('2 shards build it in 60 s.\n')
  expect(existsSync(site.at('none.plan'))).toBe(false)
  expect(readFileSync(site.at('output/report.json'), 'utf8')).toContain('100000')
})
