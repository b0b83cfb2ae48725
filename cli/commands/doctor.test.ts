import { afterEach, expect, it } from 'vitest'
import type { DoctorOptions } from '#cli/doctor/examine-site.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import type { FixtureOptions } from '#tests/fixtures/content-service.ts'
import { captureOutput, setServedSite } from '#tests/fixtures/own-site.ts'
import { doctor } from './doctor.ts'

const small = smallSite()
const content: FixtureOptions = { locales: { en: small, de: small } }

const site = setServedSite(content)
afterEach(() => {
  delete process.env.SITE_API_TOKEN
  content.locales = { en: small, de: small }
  site.service.requests.splice(0)
})
const run = (options: Partial<DoctorOptions> = {}) => {
  const { locale, config, out, cache, concurrency } = site.options
  const given = { locale, config, out, cache, concurrency, sample: 100, ...options }
  return captureOutput(() => doctor(given, new AbortController().signal))
}

it('examines this machine when no service is named, and exits with 0', async () => {
  const { result, stdout } = await run()
  expect(result).toBe(0)
  expect(stdout).toMatch(/^checked +found\nNode /)
  expect(stdout).toMatch(/ Nothing here would make a build fail\. To check a content service, pass --api\.\n$/)
})

it('exits with 1 when something makes a build fail, and counts its findings', async () => {
  site.write('wrong.config.js', 'export default { brand: 7 }')
  const { result, stdout } = await run({ config: site.at('wrong.config.js') })
  expect(result).toBe(1)
  expect(stdout).toContain('1 error')
  expect(stdout).toMatch(/\. A build would fail\. To check a content service, pass --api\.\n$/)
})

it('prints its findings about a service for programs, and only for the chosen locales', async () => {
  const { result, stdout } = await run({ api: site.api, locale: 'de', json: true })
  const { api, errors, remarks, rows } = JSON.parse(stdout)
  expect([result, api, errors]).toEqual([0, site.api, 0])
  const locales: string[] = rows.map(({ locale }: { locale: string }) => locale)
  expect(new Set(locales)).toEqual(new Set(['de', '']))
  expect(remarks).toBe(rows.flatMap((row: { remarks: object[] }) => row.remarks).length)
  expect(remarks).toBeGreaterThan(0) // the fixture refuses browsers (CORS)
})

it('reads as many documents as the sample takes, with the token of the environment', async () => {
  process.env.SITE_API_TOKEN = 'secret'
  const { stdout } = await run({ api: site.api, locale: 'en', sample: 2 })
  expect(stdout).toMatch(/^\/pages\/\{id\} +en +2 of 3 read, /m)
  expect(stdout).toMatch(/ Nothing here would make a build fail\.\n$/)
  expect(site.service.requests.some(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true)
})

it('treats unknown blocks as errors when strict', async () => {
  const pages = { ...small.pages, 2: { id: 2, title: 'About', blocks: [{ id: 1, type: 'carousel' }] } }
  content.locales = { en: { ...small, pages } }
  const wanted = { api: site.api, locale: 'en' }
  expect((await run(wanted)).result).toBe(0)
  const { result, stdout } = await run({ ...wanted, strict: true })
  expect(result).toBe(1)
  expect(stdout).toMatch(/^ {2}error .*carousel.*\[block-unknown\]$/m)
  const remarks = stdout.match(/^ {2}remark /gm)?.length
  expect(stdout).toContain(`\n1 error and ${remarks} remark`)
})
