import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Finding } from '#content/finding.ts'
import type { Report } from '#renderer/build/report.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { type SickService, startSickService } from '#tests/fixtures/sick-service.ts'
import { runSite } from '#tests/run-site.ts'

let folder: string
let healthy: FixtureService
let sick: SickService

const ids = Array.from({ length: 60 }, (_, index) => String(100 + index))
const isFailing = (url = ''): boolean => /\/pages\/1[01]\d\?/.test(url)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-sick-'))
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
  sick = await startSickService(healthy.origin)
})
afterAll(async () => {
  await sick.close()
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
    sick.api,
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

it('documents that fail for good are told as one, each in the report, and nothing that only follows from them', async () => {
  sick.become({})
  expect((await build('failing')).code).toBe(0)
  const before = await exportOf('failing')
  sick.become({ choose: ({ url }) => (isFailing(url) ? '503' : undefined) })
  const { code, stderr } = await build('failing', '--force')
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /error 20 of \d+ requests failed after 4 attempts: 20 × 503 \/pages\/…\. \[service-error\]\n {8}first: GET \/pages\/1\d\d \(pl\) answered 503\./,
  )
  expect(stderr.match(/answered 503/g)).toHaveLength(1)
  const { errors, warnings, consequences } = await reportOf('failing')
  expect(errors.filter(({ failure }: Finding) => failure?.kind === '503' && failure.attempts >= 4)).toHaveLength(20)
  expect(warnings.filter((one) => one.code === 'link-dead').map(({ where }) => where?.url)).toEqual(['/gone'])
  expect(consequences).toBeGreaterThanOrEqual(20)
  expect(await exportOf('failing')).toEqual(before)
})

it('a restart in the middle is waited for, and the site built whole', async () => {
  sick.become({})
  expect((await build('calm')).code).toBe(0)
  let isDown = false
  const from = sick.met.length
  sick.become({
    choose: () => {
      if (isDown || sick.met.length - from < 30) return 'none'
      isDown = true
      setTimeout(() => void sick.stop().then(() => setTimeout(() => void sick.start(), 1500)), 1)
      return 'none'
    },
  })
  const { code, stderr } = await build('restarted')
  expect(stderr).not.toContain('error')
  expect(code).toBe(0)
  expect(isDown).toBe(true)
  expect(await exportOf('restarted')).toEqual(await exportOf('calm'))
})

it('--timeout ends a build whose service hangs with an error of its own, and the old export stands', async () => {
  sick.become({})
  expect((await build('late')).code).toBe(0)
  const before = await exportOf('late')
  sick.become({ choose: ({ url }) => (url?.includes('/pages/') ? 'hang' : undefined) })
  const started = performance.now()
  const { code, stderr } = await build('late', '--force', '--timeout', '2')
  expect(code).toBe(1)
  expect(stderr).toContain('error The time limit of 2 s is over (--timeout). [time-limit]\n')
  expect(performance.now() - started).toBeLessThan(20_000)
  expect((await reportOf('late')).errors.map((error) => error.code)).toEqual(['time-limit'])
  expect(await exportOf('late')).toEqual(before)
})
