import { afterEach, beforeEach, expect, it } from 'vitest'
import { SiteError } from '#content/finding.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { type Report, startRun } from '#renderer/build/report.ts'
import { captureOutput, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { pollBuild } from './poll-build.ts'

const { report } = startRun({ engine: 'react', locales: ['en'] })
const same: Report = { ...report, isPublished: true }
const changed: Report = { ...same, files: { added: 1, changed: 0, removed: 0 } }
const failedWith = (message: string): Report => ({ ...report, errors: [{ code: 'service-error', message }] })
const later = new SiteError({ code: 'service-error', message: 'No answer.' })
const locked = new SiteError({ code: 'export-locked', message: 'In use.' })

let site: OwnSite
beforeEach(() => {
  site = openOwnSite()
})
afterEach(() => site.remove())

/**
 * Polls while the builds end in this way, one after the other, and is interrupted when they are over. Returns what was
 * printed, the jobs of the builds, and when each began, in milliseconds.
 */
async function poll(
  ends: (Report | Error)[],
  { poll = 0.001, fromSnapshot }: { poll?: number; fromSnapshot?: string } = {},
) {
  const interruption = new AbortController()
  const { signal } = interruption
  const jobs: BuildJob[] = []
  const starts: number[] = []
  const buildSite = async (job: BuildJob): Promise<Report> => {
    jobs.push(job)
    starts.push(performance.now())
    const end = ends[jobs.length - 1]
    if (!end) interruption.abort(new Error('interrupted'))
    if (!end || end instanceof Error) throw end ?? new Error('too late')
    return end
  }
  const options = { ...site.options, json: true, poll, ...(fromSnapshot && { fromSnapshot }) }
  const stops: boolean[] = []
  const first = { force: true, progress: {}, signal } as unknown as BuildJob // the fields that polling reads
  const { stdout, stderr, result } = await captureOutput(() =>
    pollBuild(first, { buildSite, options, poll, progress: { stop: (isWhole) => stops.push(isWhole) } }).catch(
      (error: Error) => error.message,
    ),
  )
  const reports = stdout
    .split('\n')
    .filter(Boolean)
    .map((line): Report => JSON.parse(line))
  return { reports, stderr, result, jobs, stops, starts }
}

it('reports the first build, and then only builds that changed files', async () => {
  const { reports, stderr, stops, result } = await poll([same, same, changed, same])
  expect(reports.map(({ files }) => files.added)).toEqual([0, 1])
  expect(stderr.match(/Checking the service every 0\.001 s\. Stop it with Ctrl\+C\./g)).toHaveLength(1)
  expect([stops, result]).toEqual([[true, true, true, true], 'interrupted'])
})

it('reports errors once, again when they differ, and that they are gone', async () => {
  const { reports } = await poll([failedWith('a'), failedWith('a'), failedWith('b'), same, same])
  expect(reports.map(({ errors }) => errors[0]?.message)).toEqual(['a', 'b', undefined])
})

it('prints an error that a later build throws once', async () => {
  const { stderr, reports } = await poll([same, later, later, later, same])
  expect(stderr.match(/No answer\./g)).toHaveLength(1)
  expect(reports).toHaveLength(2)
})

it('ends with an error that the first build throws', async () => {
  const { result, jobs } = await poll([new Error('No settings.'), same])
  expect([result, jobs.length]).toEqual(['No settings.', 1])
})

it('tries again while another command uses the output folder, and says so once', async () => {
  const { stderr, reports, jobs } = await poll([locked, locked, same])
  expect(stderr.match(/In use\./g)).toHaveLength(1)
  expect([reports.length, jobs.length]).toEqual([1, 4])
  expect(jobs.map(({ force }) => force)).toEqual([true, true, true, undefined])
})

it('passes --force and the progress to the first build only', async () => {
  const { jobs } = await poll([same, same])
  expect(jobs[0]).toMatchObject({ force: true, progress: {} })
  for (const job of jobs.slice(1))
    expect(job).toEqual({ ...jobs[0], force: undefined, progress: undefined, isPolling: true })
})

it('waits between builds, and says that it reads a snapshot', async () => {
  const { stderr, starts } = await poll([same], { poll: 0.05, fromSnapshot: 'a.snapshot' })
  expect(stderr).toContain('Reading "a.snapshot" every 0.05 s.')
  expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(45)
})
