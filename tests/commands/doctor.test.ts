import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DemoService, startDemoService } from '#demo/start-demo-service.ts'
import { lockExport } from '#publish/export/export-lock.ts'
import { startBreachedService } from '#tests/fixtures/breached-service.ts'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from '#tests/run-site.ts'

let service: DemoService
const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
beforeAll(async () => {
  service = await startDemoService({ database: ':memory:' })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

type PrintedReport = {
  errors: number
  remarks: number
  rows: { endpoint: string; locale: string; remarks: { code: string }[] }[]
}

const codesOf = (reported: PrintedReport): string[] =>
  reported.rows.flatMap(({ remarks }) => remarks.map(({ code }) => code))

it('reports nothing about the demo service in any locale, except that its ledger is off', async () => {
  const { code, stdout, stderr } = await runSite(['doctor', '--api', service.api, '--json'])
  const reported: PrintedReport = JSON.parse(stdout)
  // A busy machine is slow, which is not a fault of the service. The ledger is off because the port is a free one.
  expect([code, stderr, codesOf(reported).filter((one) => one !== 'slow')]).toEqual([0, '', ['ledger-off']])
  const nodes = reported.rows.filter(({ endpoint }) => endpoint === '/sitemap_nodes')
  expect(nodes.map(({ locale }) => locale)).toEqual(['pl', 'en', 'de', 'fr', 'es'])
})

it('reports what differs and what to do, and exits with 1 when a build would fail', async () => {
  const breached = await startBreachedService(service.origin, ({ path }) =>
    path === '/menus'
      ? { body: Buffer.from('<p>\u001b[2JBack soon</p>'), headers: { 'content-type': 'text/html' } }
      : undefined,
  )
  const { code, stdout } = await runSite(['doctor', '--api', breached.api, '--locale', 'de'])
  await breached.close()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^\/sitemap_nodes +de +24 in 1 page/m)
  expect(stdout).toMatch(
    /^\/menus +de +nothing\n {2}error +GET \/menus \(de\) returned .*Back soon.* \(text\/html\) instead of JSON\. \[html-for-json]\n +Check that --api/m,
  )
  expect(stdout).not.toContain('\u001b')
  expect(stdout).toMatch(/1 error.*\. A build would fail\.\n$/)
})

it.runIf(isSoak)('does not say that a build would fail when the failure of the service may be temporary', async () => {
  const breached = await startBreachedService(service.origin, ({ path }) =>
    path === '/menus' ? { status: 503, body: Buffer.from('{}') } : undefined,
  )
  const { code, stdout } = await runSite(['doctor', '--api', breached.api, '--locale', 'de'])
  await breached.close()
  expect(code).toBe(1)
  expect(stdout).toContain('The failure may be temporary: a build tries four times')
  expect(stdout).toMatch(/1 error.*\. A build would fail if the service keeps failing like this\.\n$/)
})

it('examines this machine when no service is named', async () => {
  const files = ['--out', join(folder, 'out'), '--cache', join(folder, 'cache')]
  const { code, stdout } = await runSite(['doctor', ...files, '--json'])
  const reported: PrintedReport = JSON.parse(stdout)
  expect([code, codesOf(reported)]).toEqual([0, []])
  expect(reported.rows.map(({ endpoint }) => endpoint)).toEqual(['Node', 'settings', 'output', 'cache', 'for tests'])
})

it('reports that pictures cannot be drawn, as when their package is of another system', async () => {
  const { code, stdout } = await runSite(['doctor'], { env: { NODE_OPTIONS: '--no-addons' } })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^ +error +Pictures cannot be drawn: the package "sharp" .* \[machine-limit]\n +Install the /m)
})

it.runIf(isSoak)(
  'names invalid settings, a folder in use, one with foreign files, and one that cannot be made',
  async () => {
    const config = join(folder, 'site.config.ts')
    writeFileSync(config, 'export default { brand: 7 }\n')
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'held'))
    const lock = await lockExport(join(folder, 'held'), 'site build')
    const held = await runSite([
      'doctor',
      '--config',
      config,
      '--out',
      join(folder, 'held'),
      '--cache',
      join(folder, 'file', 'cache'),
      '--json',
    ])
    await lock[Symbol.asyncDispose]()
    expect([held.code, codesOf(JSON.parse(held.stdout))]).toEqual([
      1,
      ['settings-wrong', 'export-locked', 'folder-unwritable'],
    ])
    const foreign = await runSite(['doctor', '--out', folder, '--json'])
    expect([foreign.code, codesOf(JSON.parse(foreign.stdout))]).toEqual([1, ['export-not-ours']])
  },
)
