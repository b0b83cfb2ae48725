import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unwritable } from '#publish/export/claim-folder.ts'
import { type Report, startRun } from '#renderer/build/report.ts'
import { textStream } from '#tests/text-stream.ts'
import { isGood, type PrintOptions, printSummary } from './print-summary.ts'

const reportOf = (change: Partial<Report>): Report => ({
  ...startRun({ engine: 'react', locales: ['pl'] }).report,
  isPublished: true,
  ...change,
})
const warning = (at: number) => ({ code: 'image-missing' as const, message: `Link ${at}`, hint: 'Mend it.' })
const lost = { code: 'service-error' as const, message: 'No answer.' }

function printed(change: Partial<Report>, options: PrintOptions = { out: 'out' }): string {
  const { stream, text } = textStream()
  printSummary(reportOf(change), options, stream)
  return text()
}

it('prints the first warnings and errors of each kind, and where the rest is', () => {
  const reported = printed({ warnings: [1, 2, 3, 4, 5, 6, 7].map(warning), errors: [lost] })
  expect(reported).toContain('warning Link 5 [image-missing]\n        Mend it.\n')
  expect(reported).not.toContain('Link 6')
  expect(reported).toContain(`warning … and 2 more [image-missing], see ${join('out', 'report.json')}\n`)
  expect(reported).toContain('error No answer. [service-error]\n')
  expect(printed({ warnings: [1, 2, 3, 4, 5].map(warning) })).not.toContain('more')
  expect(printed({ warnings: [1, 2, 3, 4, 5, 6].map(warning) })).toContain('warning … and 1 more [')
  const plannedChanges = printed({ warnings: [1, 2, 3, 4, 5, 6].map(warning) }, { out: 'out', dryRun: true })
  expect(plannedChanges).toContain('warning … and 1 more [image-missing], see --json\n')
  const vanished = Array.from({ length: 800 }, (_, at) => ({
    code: 'address-vanished' as const,
    message: `Gone ${at}.`,
  }))
  const flood = printed({ errors: [...vanished, lost], isPublished: false })
  expect(flood).toContain('error Gone 19. [address-vanished]\n')
  expect(flood).not.toContain('Gone 20.')
  expect(flood).toContain(`error … and 780 more [address-vanished], see ${join('out', 'report.json')}\n`)
  expect(flood).toContain('error No answer. [service-error]\n')
})

it.each<[string, Partial<Report>, Partial<PrintOptions>]>([
  ['Published to out/site in 1.50 s, 0 warnings.', {}, {}],
  ['Published with errors to out/site in 1.50 s: 1 error, 0 warnings.', { errors: [lost] }, {}],
  [
    'Not published (in 1.50 s): 1 error, 1 warning.',
    { errors: [lost], warnings: [warning(1)], isPublished: false },
    {},
  ],
  ['Made part 1/2 into out in 1.50 s, 0 warnings.', {}, { part: '1/2' }],
  ['Made part 1/2 with errors into out in 1.50 s: 1 error, 0 warnings.', { errors: [lost] }, { part: '1/2' }],
  [
    'Part 1/2 was not made (in 1.50 s): 1 error, 0 warnings. Any earlier part is untouched.',
    { errors: [lost], isPublished: false },
    { part: '1/2' },
  ],
  [
    'Not published (in 1.50 s): 1 error, 0 warnings.\n',
    { errors: [unwritable('out', new Error('no'), { isHalfDone: true }).finding], isPublished: false },
    {},
  ],
  [
    'Not published (in 1.50 s): 2 errors, 0 warnings.\n', // by --keep-going
    { errors: [lost, unwritable('out', new Error('no'), { isHalfDone: true }).finding], isPublished: false },
    {},
  ],
  ['Dry run in 1.50 s: 0 errors, 0 warnings. "out/site" is untouched.', {}, { dryRun: true }],
])('ends with "%s"', (words, change, options) => {
  expect(printed({ durationMs: 1500, ...change }, { out: 'out', ...options })).toContain(words)
})

it('counts each read once, however often it was tried', () => {
  const failed = { ...lost, where: { locale: 'pl', url: '/pages/1' }, failure: { kind: '503', attempts: 4 } }
  const requests = { total: 20, retried: 8, notModified: 0, failed: 2 }
  expect(printed({ requests, errors: [failed, failed] })).toContain('2 of 12 requests failed after 4 attempts')
  expect(printed({ consequences: 7, errors: [failed, failed] })).toContain(
    '\n        7 warnings about links to these pages',
  )
})

it('names the files that a dry run would change', () => {
  const files = Array.from({ length: 22 }, (_, at) => ({ path: `p${at}`, sha256: '', bytes: 1 }))
  const changes = { added: files, changed: files.slice(0, 20), removed: files.slice(0, 1) }
  const reported = printed({ changes }, { out: 'out', dryRun: true })
  expect(reported).toContain(
    'would be added    p19\nwould be added    … and 2 more; see --json\nwould be changed  p0\n',
  )
  expect(reported).toContain('would be changed  p19\nwould be removed  p0\n\n')
})

it('prints the figures of a build', () => {
  const reported = printed({
    ...{ engine: 'preact', peakMemory: 2_600_000, requests: { total: 1, notModified: 2, retried: 3, failed: 4 } },
    pages: { total: 9, rendered: 1, unchanged: 2, failed: 3, byLocale: {}, changed: 4, removed: 5 },
    files: { ...reportOf({}).files, added: 6, changed: 7, removed: 8 },
    images: { ...reportOf({}).images, sources: 1, variants: 2, encoded: 3, fromCache: 4 },
    bytes: { html: 1000, css: 2000, js: 0, images: 3000 },
  })
  expect(reported.split('\n').slice(0, 7)).toEqual([
    '',
    'pages     1 rendered with preact, 2 unchanged, 3 failed, of 9 (none); 4 changed, 5 removed',
    'requests  1, 2 unchanged, 3 retried, 4 failed',
    'files     6 added, 7 changed, 8 removed',
    'pictures  1, in 2 files: 3 encoded, 4 reused',
    'size      html 1 kB, css 2 kB, pictures 3 kB',
    'memory    3 MB at most',
  ])
})

it('counts the pages of each locale, if any', () => {
  const { pages } = reportOf({})
  expect(printed({ pages: { ...pages, total: 3, byLocale: { pl: 2, en: 1 } } })).toContain('of 3 (pl 2, en 1);')
  expect(printed({})).toContain('of 0 (none);')
})

it('groups the digits of sizes', () => {
  expect(printed({ bytes: { html: 1_234_567_890, css: 999_000, js: 0, images: 0 } })).toContain(
    'html 1,234,568 kB, css 999 kB',
  )
})

it('is good without errors and with at most the allowed warnings', () => {
  const { stream, text } = textStream()
  expect(isGood(reportOf({ warnings: [warning(1)] }), {}, stream)).toBe(true)
  expect(isGood(reportOf({ warnings: [warning(1)] }), { maxWarnings: 1 }, stream)).toBe(true)
  expect(text()).toBe('')
  for (const code of ['answers-lost', 'memory-lost', 'remote-cache'] as const)
    expect(isGood(reportOf({ warnings: [{ code, message: 'The cache is away.' }] }), { maxWarnings: 0 }, stream)).toBe(
      true,
    )
  expect(isGood(reportOf({ warnings: [warning(1)] }), { maxWarnings: 0 }, stream)).toBe(false)
  expect(isGood(reportOf({ errors: [lost] }), {}, stream)).toBe(false)
  expect(text()).toBe('1 warning: --max-warnings allows 0.\n')
})
