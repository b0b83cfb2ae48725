import { expect, it, onTestFinished } from 'vitest'
import { openClient } from '#content/client/client.ts'
import { Findings } from '#content/finding.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { type FixtureLocale, sendJson, startFixtureService } from '#tests/fixtures/content-service.ts'
import { readListings } from './read-listings.ts'

async function listings(status?: number, search?: FixtureLocale['search']) {
  const service = await startFixtureService({
    locales: { de: { ...smallSite(), ...(search && { search }) } },
    intercept(_, response) {
      if (status !== undefined) sendJson(response, status, {})
      return status !== undefined
    },
  })
  const limits = { documentBytes: 5_000_000, documentDepth: 64 }
  const client = openClient({ api: service.api, concurrency: 8, limits, retries: 0 })
  onTestFinished(async () => {
    await client.close()
    await service.close()
  })
  const findings = new Findings()
  const read = await readListings({ client, locales: ['de'], findings })
  return { read, findings, asked: service.requests.map(({ url = '' }) => new URL(url, service.api).searchParams) }
}

it('requests all documents at the same time, with an empty phrase', async () => {
  const { read, findings, asked } = await listings()
  expect(asked.map(Object.fromEntries)).toEqual([{ locale: 'de', phrase: '', pagination: 'false' }])
  expect(read.get('de')?.map(({ slug }) => slug)).toContain('/about')
  expect([...findings.errors, ...findings.warnings]).toEqual([])
})

it('explains the use of a search if there is none, and reports other faults if there is one', async () => {
  const [none, ill] = [await listings(404), await listings(500)]
  expect([none.read.size, ill.read.size, none.findings.errors, ill.findings.errors]).toEqual([0, 0, [], []])
  expect(none.findings.warnings).toMatchObject([
    { code: 'listing-missing', hint: expect.stringContaining('GET /search with an empty phrase') },
  ])
  expect(ill.findings.warnings).toMatchObject([{ code: 'listing-missing', hint: expect.stringContaining('log') }])
})

it('warns of unusable entries, and reads the others', async () => {
  const { read, findings } = await listings(undefined, [{ slug: 5 }, { slug: '/about' }])
  expect(read.get('de')).toEqual([{ slug: '/about' }])
  expect(findings.errors).toEqual([])
  expect(findings.warnings).toMatchObject([{ code: 'field-invalid', where: { locale: 'de', url: '/search' } }])
})
