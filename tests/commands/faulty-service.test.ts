import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#content/finding.ts'
import type { Report } from '#renderer/build/report.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { type FaultPlan, type FaultyService, startFaultyService } from '#tests/fixtures/faulty-service.ts'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from '#tests/run-site.ts'

let folder: string
let healthy: FixtureService
let faulty: FaultyService

const ids = Array.from({ length: 60 }, (_, index) => String(100 + index))
const isFailing = (url = ''): boolean => /\/pages\/1[01]\d\?/.test(url)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-faulty-'))
  const small = smallSite()
  const links = ids.map((id) => `<a href="/p-${id}">${id}</a>`).join(' ')
  const home = page('1', 'Home', {
    layout: 'home',
    blocks: [{ id: 1, type: 'text', html: `<p>${links} <a href="/gone">x</a></p>` }],
  })
  healthy = await startFixtureService({
    locales: {
      pl: {
        ...small,
        nodes: [...(small.nodes ?? []), ...ids.map((id) => node(`/p-${id}`, id))],
        pages: { ...small.pages, 1: home, ...Object.fromEntries(ids.map((id) => [id, page(id, `Page ${id}`)])) },
      },
    },
  })
  faulty = await startFaultyService(healthy.origin)
})
afterAll(async () => {
  await faulty.close()
  await healthy.close()
  await rm(folder, { recursive: true, force: true })
})

const build = (out: string, ...more: string[]) =>
  runSite([
    'build',
    '--locale',
    'pl',
    '--hosts',
    'nginx',
    '--no-ledger',
    '--api',
    faulty.api,
    '--out',
    join(folder, out),
    ...more,
  ])

async function exportOf(out: string): Promise<[string, string][]> {
  const site = join(folder, out, 'site')
  const entries = await readdir(site, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(
    files.sort().map(async (file) => [file.slice(site.length), await readFile(file, 'latin1')] as [string, string]),
  )
}

const reportOf = async (out: string): Promise<Report> =>
  JSON.parse(await readFile(join(folder, out, 'report.json'), 'utf8')) as Report // written by the build

it('documents that keep failing are summarised in one error, listed in the report, and their consequences are left out', async () => {
  faulty.become({})
  expect((await build('failing')).code).toBe(0)
  const before = await exportOf('failing')
  faulty.become({ choose: ({ url }) => (isFailing(url) ? '503' : undefined) })
  const { code, stderr } = await build('failing', '--force')
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /error 20 of \d+ requests failed after 4 attempts: 20 × 503 \/pages\/…\. \[service-error\]\n {8}first: GET \/pages\/1\d\d \(pl\) answered 503: "Not now"\./,
  )
  expect(stderr.match(/answered 503/g)).toHaveLength(1)
  const { errors, warnings, consequences } = await reportOf('failing')
  expect(errors.filter(({ failure }: Finding) => failure?.kind === '503' && failure.attempts >= 4)).toHaveLength(20)
  expect(warnings.filter((one) => one.code === 'link-dead').map(({ where }) => where?.url)).toEqual(['/gone'])
  expect(consequences).toBeGreaterThanOrEqual(20)
  expect(await exportOf('failing')).toEqual(before)
})

it.runIf(isSoak)('a restart of the service during a build is waited for, and the site is complete', async () => {
  faulty.become({})
  expect((await build('calm')).code).toBe(0)
  let isDown = false
  const from = faulty.met.length
  faulty.become({
    choose: () => {
      if (isDown || faulty.met.length - from < 30) return 'none'
      isDown = true
      setTimeout(() => void faulty.stop().then(() => setTimeout(() => void faulty.start(), 1500)), 1)
      return 'none'
    },
  })
  const { code, stderr } = await build('restarted')
  expect(stderr).not.toContain('error')
  expect(code).toBe(0)
  expect(isDown).toBe(true)
  expect(await exportOf('restarted')).toEqual(await exportOf('calm'))
})

it.runIf(isSoak)(
  'a wait that the service asks for is reported in seconds, and so is one that is too long',
  async () => {
    let count = 0
    faulty.become({ retryAfter: 2, choose: () => (++count === 10 ? '429-later' : 'none') })
    const patient = await build('patient')
    expect(patient.code).toBe(0)
    expect(patient.stderr).toContain(`"${faulty.origin}" answered 429 and asked to wait 2 s: waiting for it.\n`)
    const isAsked = (url = ''): boolean => url.includes('/pages/107?')
    faulty.become({ retryAfter: 4000, choose: ({ url }) => (isAsked(url) ? '429-later' : 'none') })
    const { code, stderr } = await build('patient', '--force')
    expect(code).toBe(1)
    expect(stderr).toContain(
      'GET /pages/107 (pl) answered 429 and asked to wait 4,000 s: "Not now". Its page is "/p-107".',
    )
    const { errors } = await reportOf('patient')
    expect(errors.map(({ failure }) => failure)).toEqual([{ kind: '429', attempts: 1, retryAfterMs: 4_000_000 }])
  },
)

it('--timeout ends a build whose service hangs with its own error, and the old export stays in place', async () => {
  faulty.become({})
  expect((await build('late')).code).toBe(0)
  const before = await exportOf('late')
  faulty.become({ choose: ({ url }) => (url?.includes('/pages/') ? 'hang' : undefined) })
  const { code, stderr } = await build('late', '--force', '--timeout', '2')
  expect(code).toBe(1)
  expect(stderr).toContain('error The time limit of 2 s was reached (--timeout). [time-limit]\n')
  expect(stderr.match(/The time limit/g)).toHaveLength(1)
  expect((await reportOf('late')).errors.map((error) => error.code)).toEqual(['time-limit'])
  expect(await exportOf('late')).toEqual(before)
})

// Run by `npm run soak:faults` only, because each takes a minute with the default settings.
describe.runIf(process.env.FAULTY === 'whole')('a service with 10,000 documents', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => String(1000 + index))
  let large: FixtureService
  let ill: FaultyService
  beforeAll(async () => {
    const small = smallSite()
    const nodes = [...(small.nodes ?? []), ...many.map((id) => node(`/p-${id}`, id))]
    const pages = { ...small.pages, ...Object.fromEntries(many.map((id) => [id, page(id, `Page ${id}`)])) }
    large = await startFixtureService({ locales: { pl: { ...small, nodes, pages } } })
    ill = await startFaultyService(large.origin)
  })
  afterAll(async () => {
    await ill.close()
    await large.close()
  })

  const run = async (faultPlan: FaultPlan) => {
    ill.become(faultPlan)
    const out = await mkdtemp(join(folder, 'large-'))
    const from = ill.met.length
    const args = ['build', '--locale', 'pl', '--hosts', 'nginx', '--no-ledger', '--api', ill.api, '--out', out]
    const { code, stderr } = await runSite(args)
    const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Report // written by the build
    return { code, stderr, report, requests: ill.met.length - from, seconds: report.durationMs / 1000 }
  }

  it.each<[string, FaultPlan, number]>([
    ['every answer 503', { shares: { '503': 1 } }, 60],
    ['every answer 429 with Retry-After: 5', { shares: { '429-later': 1 }, retryAfter: 5 }, 60],
    ['no answer', { shares: { hang: 1 } }, 120],
  ])('%s: fails within the limits of requests and time', async (_, faultPlan, most) => {
    const { code, report, requests, seconds } = await run(faultPlan)
    expect([code, report.errors.map((error) => error.code)]).toEqual([1, ['service-unreachable']])
    expect(report.warnings).toEqual([])
    expect(requests).toBeLessThanOrEqual(500)
    expect(seconds).toBeLessThanOrEqual(most)
  })

  it('a refused connection: fails within seconds', async () => {
    await ill.stop()
    const { report, seconds } = await run({})
    await ill.start()
    expect(report.errors.map((error) => error.code)).toEqual(['service-unreachable'])
    expect(seconds).toBeLessThanOrEqual(5)
  })

  it('one document in a hundred fails for good: each is reported', async () => {
    const { code, stderr, report } = await run({
      choose: ({ url }) => (/\/pages\/\d*50\?/.test(url ?? '') ? '503' : 'none'),
    })
    expect([code, report.pages.failed, report.isPublished]).toEqual([1, 100, false])
    expect(stderr).toContain('100 × 503 /pages/…')
    expect(report.errors).toHaveLength(100)
  })

  it('down for 30 s: is read completely', async () => {
    let downUntil = 0
    const from = ill.met.length
    const choose: FaultPlan['choose'] = () => {
      if (ill.met.length - from < 2000) return 'none'
      downUntil ||= performance.now() + 30_000
      return performance.now() < downUntil ? '503' : 'none'
    }
    const { code, report } = await run({ choose })
    expect([code, report.errors, report.pages.failed]).toEqual([0, [], 0])
  })
})
