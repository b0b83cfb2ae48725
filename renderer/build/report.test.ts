import { expect, it } from 'vitest'
import { SiteError, UsageError } from '#content/finding.ts'
import { type RunOptions, startRun } from './report.ts'

const workFor = (ms: number): void => {
  const { user } = process.cpuUsage()
  while (process.cpuUsage().user - user < ms * 1000);
}

it('tells the processor time and the memory of each stage, also of one that fails', async () => {
  const run = startRun({ engine: 'react', locales: ['pl'] })
  await run.stage('busy', () => workFor(60))
  await run.stage('large', () => Buffer.alloc(200_000_000, 1))
  await expect(run.stage('failing', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
  const report = run.finish({ total: 0, retried: 0, notModified: 0, failed: 0 })

  const [busy, large, failing] = report.stages
  expect(report.stages.map(({ name }) => name)).toEqual(['busy', 'large', 'failing'])
  expect(busy?.cpuMs).toBeGreaterThanOrEqual(60)
  expect(busy?.ms).toBeGreaterThan(0)
  expect(large?.peakMemory).toBeGreaterThan(200_000_000)
  expect(failing?.peakMemory).toBeGreaterThanOrEqual(large?.peakMemory ?? 0)
  expect(report.peakMemory).toBeGreaterThanOrEqual(failing?.peakMemory ?? 0)
})

it('throws for wrong usage, but tells it beside what failed before, which is often its cause', () => {
  const wrong = new UsageError('No page of the chosen locales has the slug "/about".', { hint: 'Give a slug.' })
  const run = startRun({ engine: 'react', locales: ['pl'] })
  expect(() => run.fail(wrong)).toThrow(wrong)

  const failed = { code: 'service-error', message: '"/pages/1" answered 503.' } as const
  run.findings.error(failed)
  run.fail(wrong)
  expect(run.findings.errors).toEqual([failed, { code: 'wrong-usage', message: wrong.message, hint: 'Give a slug.' }])
})

it('is not published where the folder could not be written after all, but is where something fails later', () => {
  const run = startRun({ engine: 'react', locales: ['pl'] })
  run.published({ added: [], changed: [], removed: [] })
  run.fail(new SiteError({ code: 'ledger-unwritable', message: 'No.' }))
  expect(run.report.isPublished).toBe(true)
  run.fail(new SiteError({ code: 'export-unwritable', message: 'No.' }))
  expect(run.report.isPublished).toBe(false)
})

it('says what to do in the files of the content, where it is in files', () => {
  const run = (options: Partial<RunOptions>) => {
    const { findings, finish } = startRun({ engine: 'react', locales: ['pl'], ...options })
    findings.warn({ code: 'title-missing', message: 'No title.', hint: 'Give it a title at the service.' })
    return finish({ total: 0, retried: 0, notModified: 0, failed: 0 }).warnings.map(({ hint }) => hint)
  }
  expect(run({})).toEqual(['Give it a title at the service.'])
  expect(run({ reportFiles: () => {} })).toEqual(['Give it a title in the files of the content.'])
})
