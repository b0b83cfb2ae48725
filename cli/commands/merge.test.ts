import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { hear, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { buildShardOfPlan } from './build-shard.ts'
import { type MergeOptions, merge } from './merge.ts'
import { plan } from './plan.ts'

const small = { ...smallSite({ posts: 1 }), menus: [] }
const { signal } = new AbortController()

let site: OwnSite
beforeAll(async () => {
  site = openOwnSite()
  const { api, close } = await startFixtureService({ locales: { en: small } })
  const planned = { ...site.options, out: site.at('site.plan'), export: site.at('output'), locale: 'en', api }
  await hear(() => plan(planned, signal))
  for (const shard of ['1/2', '2/2']) {
    const made = { ...site.options, shard, out: site.at(`part-${shard[0]}`) }
    await hear(() => buildShardOfPlan(made, site.at('site.plan'), signal))
  }
  await close()
})
afterAll(() => site.remove())

const parts = () => [site.at('part-1'), site.at('part-2')]
const run = (folders: string[], options: Partial<MergeOptions & { json: boolean }> = {}) => {
  const { out, cache, config, hosts = 'all', ledger } = site.options
  return hear(() => merge(folders, { out, cache, config, hosts, ledger, ...options }, signal))
}

it('makes an export of all parts as the plan was told, without any service', async () => {
  const { result, stdout, stderr } = await run(parts(), { json: true, hosts: 'nginx' })
  expect(result).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ engine: 'react', locales: ['en'], pages: { total: 7, failed: 0 } })
  expect(stderr).toMatch(/\nPublished to .*output\/site in .* s, 1 warning\.\n$/)
  expect(readFileSync(site.at('output/site/about/index.html'), 'utf8')).toContain('Text of About.')
  expect(readFileSync(site.at('output/report.json'), 'utf8')).toBe(stdout)
  expect([existsSync(site.at('output/hosts/nginx')), existsSync(site.at('output/hosts/apache'))]).toEqual([true, false])
})

it('ends with 1 where it warns of more than is allowed', async () => {
  const { result, stderr } = await run(parts(), { maxWarnings: 0 })
  expect(result).toBe(1)
  expect(stderr).toMatch(/\n1 warning: --max-warnings allows 0\.\n$/)
})

it('refuses what is not all parts, would take the place of one, or is not signed with the key of the environment', async () => {
  await expect(run([site.at('part-1')])).rejects.toThrow('The part of shard 2 of 2 is missing.')
  const intoPart = run(parts(), { out: `${site.at('part-1')}/` })
  await expect(intoPart).rejects.toThrow(`The export would take the place of the part "${site.at('part-1')}".`)
  process.env.SITE_PLAN_KEY = 'a-key-of-thirty-two-characters!!'
  onTestFinished(() => {
    delete process.env.SITE_PLAN_KEY
  })
  await expect(run(parts())).rejects.toThrow(/part-1/)
})
