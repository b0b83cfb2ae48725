import { expect, it } from 'vitest'
import { SiteError, TimeLimitError, UsageError } from '#content/finding.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { figuresOf, filesAboutBuild, type RunOptions, reportFile, startRun } from './report.ts'

const workFor = (ms: number): void => {
  const { user } = process.cpuUsage()
  while (process.cpuUsage().user - user < ms * 1000);
}

it('contains the processor time and memory of each stage, even of one that fails', async () => {
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

it('throws for wrong usage, but reports it beside earlier failures, which often cause it', () => {
  const wrong = new UsageError('No page of the chosen locales has the slug "/about".', { hint: 'Give a slug.' })
  const run = startRun({ engine: 'react', locales: ['pl'] })
  expect(() => run.fail(wrong)).toThrow(wrong)

  const failed = { code: 'service-error', message: '"/pages/1" answered 503.' } as const
  run.findings.error(failed)
  run.fail(wrong)
  expect(run.findings.errors).toEqual([failed, { code: 'wrong-usage', message: wrong.message, hint: 'Give a slug.' }])
})

it.each(['export-unwritable', 'export-half-done'] as const)(
  'does not call the export published after %s, but does after a later failure',
  (code) => {
    const run = startRun({ engine: 'react', locales: ['pl'] })
    run.published({ added: [], changed: [], removed: [] })
    run.fail(new SiteError({ code: 'ledger-unwritable', message: 'No.' }))
    expect(run.report.isPublished).toBe(true)
    run.fail(new SiteError({ code, message: 'No.' }))
    expect(run.report.isPublished).toBe(false)
  },
)

it('gives advice for files when the content is in files', () => {
  const run = (options: Partial<RunOptions>) => {
    const { findings, finish } = startRun({ engine: 'react', locales: ['pl'], ...options })
    findings.warn({ code: 'title-missing', message: 'No title.', hint: 'Give the member a title at the service.' })
    return finish({ total: 0, retried: 0, notModified: 0, failed: 0 }).warnings.map(({ hint }) => hint)
  }
  expect(run({})).toEqual(['Give the member a title at the service.'])
  expect(run({ reportFiles: () => {} })).toEqual(['Give the member a title in the files of the content.'])
})

const noRequests = { total: 0, retried: 0, notModified: 0, failed: 0 }
const file = (path: string) => ({ path, sha256: '', bytes: 1 })

it('counts changed files and pages, and names them only in a dry run', () => {
  const changes = {
    added: [file('a')],
    changed: [file('b'), file('c')],
    removed: ['d.html', 'e.html', 'f.js'].map(file),
  }
  const reported = (dryRun: boolean) => {
    const { published, report } = startRun({ engine: 'react', locales: ['pl'], dryRun })
    expect(report.isPublished).toBe(false)
    published(changes)
    return report
  }
  const report = reported(false)
  expect(report).toMatchObject({ isPublished: true, files: { added: 1, changed: 2, removed: 3 } })
  expect(report.pages.removed).toBe(2)
  expect(report).not.toHaveProperty('changes')
  expect(reported(true).changes).toEqual(changes)
})

it('counts pages in the export that were not rendered as unchanged', () => {
  const reported = (pages: object) => {
    const { report, finish } = startRun({ engine: 'preact', locales: ['pl', 'en'] })
    Object.assign(report.pages, pages)
    return finish({ ...noRequests, total: 3 })
  }
  const whole = reported({ total: 9, rendered: 2, failed: 1, byLocale: { pl: 5, en: 3 } })
  expect(whole.pages.unchanged).toBe(6)
  expect(reported({ total: 9, rendered: 3, byLocale: { pl: 3 } }).pages.unchanged).toBe(0)
  expect(reported({ total: 9, rendered: 2, byLocale: {} }).pages.unchanged).toBe(0)
  expect(whole).toMatchObject({ engine: 'preact', locales: ['pl', 'en'], requests: { total: 3 } })
  const [name, text] = reportFile(whole)
  expect([name, JSON.parse(text)]).toEqual(['report.json', whole])
  const { bytes, images } = whole
  expect(figuresOf(whole)).toEqual({ bytes, images, pages: { total: 9, byLocale: { pl: 5, en: 3 } } })
})

it('is written beside the export, except when a build polls and nothing changed', () => {
  const report = startRun({ engine: 'react', locales: ['pl'] }).finish(noRequests)
  const none = { added: [], changed: [], removed: [] }
  const some = { ...none, removed: [{ path: 'a', sha256: '', bytes: 0 }] }
  const written = (changes: Parameters<typeof filesAboutBuild>[0], isPolling?: boolean) =>
    filesAboutBuild(changes, report, { isPolling }).map(([path]) => path)
  const both = ['changes.json', 'report.json']
  expect([written(none), written(none, true), written(some, true)]).toEqual([both, [], both])
})

it('reports a missing text with its file, and data that cannot be kept', () => {
  const run = (options: Partial<RunOptions>) => {
    const { findings, missingText, warnOfLoss } = startRun({
      engine: 'react',
      locales: ['pl'],
      toolRoot: '/tool',
      ...options,
    })
    missingText('pl', 'header.skip')
    warnOfLoss('memory-lost', undefined)
    warnOfLoss('answers-lost', 'It is away.')
    return findings.warnings
  }
  const [lost, text, ...others] = run({ siteRoot: '/tool' })
  expect(text).toEqual({
    code: 'text-missing',
    message: `The interface text "header.skip" is missing in "pl"; the text of the default locale, or the key, is used instead.`,
    where: { locale: 'pl', field: 'header.skip' },
    hint: 'Add it to locales/pl.json.',
  })
  expect(lost).toEqual({
    ...{ code: 'answers-lost', message: 'It is away.' },
    hint: 'Nothing is missing from the export. Builds only take longer until the cache can be used again.',
  })
  expect(others).toEqual([])
  expect(run({ siteRoot: '/site' })[1]?.hint).toBe('Add it to texts/pl.json.')
})

it.each([
  ['duplicate-address', true],
  ['address-reserved', true],
  ['locale-empty', true],
  ['service-error', false],
] as const)('renders nothing after %s: %s', (code, isWithout) => {
  const { findings, hasNoPlan, hasErrors } = startRun({ engine: 'react', locales: ['pl'] })
  expect([hasNoPlan(), hasErrors()]).toEqual([false, false])
  findings.error({ code, message: 'No.' })
  expect([hasNoPlan(), hasErrors()]).toEqual([isWithout, true])
})

it('leaves out consequences of failed pages, reports a link of several pages once, and puts causes first', () => {
  const { findings, noteFailedPages, finish } = startRun({ engine: 'react', locales: ['pl'] })
  for (const url of ['/lost', '/gone'])
    for (const path of ['/', '/about'])
      findings.warn({ code: 'link-dead', message: `To ${url}.`, where: { locale: 'pl', path, url } })
  findings.error({ code: 'address-vanished', message: 'Later.' })
  findings.error({ code: 'service-error', message: 'First.', where: { locale: 'pl', url: '/pages/1' } })
  noteFailedPages({ origin: 'https://www.example.com', routes: [{ locale: 'pl', slug: '/lost', path: '/lost' }] })
  const { consequences, warnings, errors } = finish(noRequests)
  expect(consequences).toBe(2)
  expect(warnings).toMatchObject([{ message: expect.stringMatching(/^2 pages and menus \(.*\) link to "\/gone"/) }])
  expect(errors.map(({ message }) => message)).toEqual(['First.', 'Later.'])
})

it('reports that the time limit is over', () => {
  const { findings, fail } = startRun({ engine: 'react', locales: ['pl'] })
  fail(new TimeLimitError(5))
  expect(findings.errors).toMatchObject([{ code: 'time-limit', message: expect.stringContaining('5 s') }])
})

it('reports a fault of the machine by its file if known, and other errors with causes and place, also in an own block', () => {
  const reported = (error: unknown) => {
    const { findings, fail } = startRun({ engine: 'react', locales: ['pl'], cache: '/kept' })
    fail(error)
    return findings.errors
  }
  const full = (more: object) => Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write', ...more })
  expect(reported(full({}))).toMatchObject([
    {
      code: 'machine-limit',
      message: expect.stringMatching(/^The build stopped, because "\/kept" cannot be read or written: /),
    },
  ])
  expect(reported(full({ path: '/out/a' }))[0]?.message).toContain('because "/out/a" cannot')
  const step = 'Free some space there'
  for (const kept of [{}, { path: '/kept/a' }])
    expect(reported(full(kept))[0]?.hint).toBe(`${step}, or choose another folder with --cache.`)
  expect(reported(full({ path: '/site/tokens.css' }))[0]?.hint).toBe(`${step}.`)
  expect(reported(new Error('Odd.', { cause: new Error('Odder.') }))).toMatchObject([
    {
      code: 'build-unexpected',
      message: 'The build stopped: Odd. ← Odder.',
      hint: expect.stringMatching(/^It happened at .*report\.test\.ts/),
    },
  ])
  const stack = `Error\n    at f (${toolRoot}/blocks/registry.tsx:9:1)\n    at g (/site/blocks/quote/quote.tsx:8:12)`
  expect(reported(Object.assign(new Error('No window.'), { stack }))).toMatchObject([
    {
      code: 'render-failed',
      message: 'The build stopped: No window.',
      hint: expect.stringMatching(/^The error is in ".*\/site\/blocks\/quote\/quote\.tsx", line 8\. Fix it there\.$/),
    },
  ])
})

it('reports the start and progress of each stage', async () => {
  const heard: unknown[] = []
  const progress = { onStage: (name: string) => heard.push(name), onCount: (...one: number[]) => heard.push(one) }
  const { stage, count } = startRun({ engine: 'react', locales: ['pl'], progress })
  await stage('render', () => count(1, 2))
  expect(await stage('publish', () => 'done')).toBe('done')
  expect(heard).toEqual(['render', [1, 2], 'publish'])
})
