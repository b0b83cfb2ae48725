import { relative } from 'node:path'
import { type Finding, type FindingCode, Findings, SiteError, TimeLimitError, UsageError } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'
import type { RequestCounts } from '#content/transport/transport.ts'
import { causesOf } from '#content/wording/causes-of.ts'
import { faultPlace, sourceStack } from '#content/wording/fault-place.ts'
import { nameFiles } from '#content/wording/name-files.ts'
import { type Changes, changesFile } from '#publish/export/export-changes.ts'
import type { PictureCounts } from '#publish/pictures/open-pictures.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import type { BuildJob, Progress } from './build-job.ts'
import { causesFirst, type FailedPages, withoutConsequences } from './causes-first.ts'
import { groupLinks } from './group-links.ts'

/** What a build did, as in `--report FILE` and `--json`. Bytes are those of the export. Times are in milliseconds. */
export type Report = {
  engine: string
  locales: string[]
  durationMs: number
  stages: Stage[]
  pages: {
    total: number
    rendered: number
    /** Pages that were not rendered because nothing changed for them: `total` minus `rendered` and `failed`. */
    unchanged: number
    /** Pages that are new or have different bytes, whether they were rendered or not. */
    changed: number
    removed: number
    failed: number
    byLocale: Record<string, number>
  }
  requests: RequestCounts
  images: PictureCounts
  bytes: { html: number; css: number; js: number; images: number }
  /** Number of files of the export that are new, differ, or were removed. */
  files: { added: number; changed: number; removed: number }
  /** The files that `files` counts. Only in the report of a dry run. */
  changes?: Changes
  isPublished: boolean
  /** The most memory that the process held, in bytes. */
  peakMemory: number
  /** Number of warnings left out because they only follow from errors. */
  consequences: number
  warnings: Finding[]
  errors: Finding[]
}

/** Figures of the whole export. */
export type Figures = Pick<Report, 'bytes' | 'images'> & { pages: Pick<Report['pages'], 'total' | 'byLocale'> }

/** Times are in milliseconds and memory in bytes, both for the whole process with its threads. */
export type Stage = {
  name: string
  ms: number
  /** Processor time, summed over all cores. */
  cpuMs: number
  /** The most memory that the process had held by the end of the stage. */
  peakMemory: number
}

/** One run of a build: its findings, stages and report while they accumulate. */
export type Run = {
  readonly findings: Findings
  readonly report: Report
  readonly count: Progress['onCount']
  stage<T>(name: string, work: () => T | Promise<T>): Promise<T>
  /** Adds the error that stopped the build as a finding. Rethrows a `UsageError` unless other errors came before it. */
  fail(error: unknown): void
  missingText(locale: string, key: string): void
  /** Notes pages that could not be read or rendered. Warnings that only follow from that are left out of the report. */
  noteFailedPages(pages: FailedPages): void
  /** Warns that something kept between builds cannot be used or kept. Does nothing without a `message`. */
  warnOfLoss(code: 'answers-lost' | 'memory-lost' | 'remote-cache', message: string | undefined): void
  /** Notes that this build is published, with its changes to the export. */
  published(changes: Changes): void
  hasErrors(): boolean
  /**
   * Whether nothing may be rendered, even with `--keep-going`: an address is claimed twice or reserved, or a locale has
   * lost its pages.
   */
  hasNoPlan(): boolean
  finish(requests: RequestCounts): Report
}

/** The parts of a job that its findings and its report depend on. */
export type RunOptions = Pick<BuildJob, 'engine' | 'locales' | 'progress' | 'dryRun' | 'cache' | 'reportFiles'> &
  Partial<Pick<BuildJob, 'toolRoot' | 'siteRoot'>>

const withoutExport: FindingCode[] = ['export-half-done', 'export-unwritable']
const withoutPlan: FindingCode[] = ['duplicate-address', 'address-reserved', 'locale-empty']

/** Starts a run and its clock. */
export function startRun(options: RunOptions): Run {
  const started = performance.now()
  const findings = new Findings()
  options.reportFiles?.(findings)
  const report: Report = {
    engine: options.engine,
    locales: options.locales,
    durationMs: 0,
    stages: [],
    pages: { total: 0, rendered: 0, unchanged: 0, changed: 0, removed: 0, failed: 0, byLocale: {} },
    requests: { total: 0, retried: 0, notModified: 0, failed: 0 },
    images: { sources: 0, variants: 0, encoded: 0, fromCache: 0 },
    bytes: { html: 0, css: 0, js: 0, images: 0 },
    files: { added: 0, changed: 0, removed: 0 },
    isPublished: false,
    peakMemory: 0,
    consequences: 0,
    warnings: [],
    errors: [],
  }
  const failedPages: FailedPages = { origin: '', routes: [] }
  return {
    findings,
    report,
    noteFailedPages({ origin, routes }) {
      failedPages.origin = origin
      for (const route of routes) failedPages.routes.push(route)
    },
    count: (done, total) => options.progress?.onCount(done, total),
    async stage(name, work) {
      options.progress?.onStage(name)
      const from = performance.now()
      const before = process.cpuUsage()
      try {
        return await work()
      } finally {
        const { user, system } = process.cpuUsage(before)
        const ms = Math.round(performance.now() - from)
        report.stages.push({ name, ms, cpuMs: Math.round((user + system) / 1000), peakMemory: peakMemory() })
      }
    },
    fail(error) {
      if (error instanceof UsageError) {
        // A slug may have no page only because that page could not be read. So earlier errors are reported as well.
        if (findings.errors.length === 0) throw error
        findings.error({ code: 'wrong-usage', message: error.message, hint: error.hint })
        return
      }
      report.isPublished &&= !(error instanceof SiteError && withoutExport.includes(error.finding.code))
      const isExpected = error instanceof SiteError || error instanceof TimeLimitError
      findings.error(isExpected ? error.finding : unexpected(error, options.cache))
    },
    missingText: (locale, key) =>
      findings.warn({
        code: 'text-missing',
        message: `The interface text "${key}" is missing in "${locale}"; the text of the default locale, or the key, is used instead.`,
        where: { locale, field: key },
        hint: `Add it to ${options.siteRoot === options.toolRoot ? 'locales' : 'texts'}/${locale}.json.`,
      }),
    warnOfLoss(code, message) {
      const hint = 'Nothing is missing from the export. Builds only take longer until the cache can be used again.'
      if (message) findings.warn({ code, message, hint })
    },
    published(changes) {
      const { added, changed, removed } = changes
      report.pages.removed = removed.filter(({ path }) => path.endsWith('.html')).length
      report.files = { added: added.length, changed: changed.length, removed: removed.length }
      if (options.dryRun) report.changes = changes
      report.isPublished = true
    },
    hasErrors: () => findings.errors.length > 0,
    hasNoPlan: () => findings.errors.some(({ code }) => withoutPlan.includes(code)),
    finish(requests) {
      report.requests = { ...requests }
      report.durationMs = Math.round(performance.now() - started)
      report.peakMemory = peakMemory()
      const { pages } = report
      const inExport = Object.values(pages.byLocale).reduce((sum, count) => sum + count, 0)
      pages.unchanged = Math.max(0, Math.min(inExport, pages.total - pages.failed) - pages.rendered)
      const { errors, warnings } = findings
      const reportedWarnings = withoutConsequences(warnings, errors, failedPages)
      report.consequences = warnings.length - reportedWarnings.length
      const named = ({ hint, ...finding }: Finding): Finding =>
        hint === undefined ? finding : { ...finding, hint: options.reportFiles ? nameFiles(hint) : hint }
      report.warnings = groupLinks(reportedWarnings).map(named)
      report.errors = causesFirst(errors).map(named)
      return report
    },
  }
}

/** The most memory that this process has held so far, in bytes. */
function peakMemory(): number {
  return process.resourceUsage().maxRSS * 1024
}

/** The report as a file beside the export, `DIR/report.json`. */
export function reportFile(report: Report): [path: string, text: string] {
  return ['report.json', `${JSON.stringify(report, null, 2)}\n`]
}

/** The files beside the export that tell what a build did. If it polls and nothing changed, they stay as they are. */
export function filesAboutBuild(changes: Changes, report: Report, { isPolling }: Pick<BuildJob, 'isPolling'>) {
  const { added, changed, removed } = changes
  const isSame = added.length + changed.length + removed.length === 0
  return isPolling && isSame ? [] : [changesFile(changes), reportFile(report)]
}

/** The figures of the whole export in a report. */
export function figuresOf({ pages: { total, byLocale }, bytes, images }: Report): Figures {
  return { pages: { total, byLocale }, bytes, images }
}

/**
 * The finding for a fault of the machine, of the site's own code, or of the tool, with its whole chain of causes,
 * outermost first.
 */
function unexpected(error: unknown, cache: string | undefined): Finding {
  const path = machineFault(error, '')?.path
  const isOfCache = path === undefined || (cache !== undefined && !relative(cache, path).startsWith('..'))
  const fault = machineFault(error, isOfCache ? '--cache' : '')
  if (fault) {
    // The writer reports faults in the export. So a disk fault that names no file is most likely in the cache.
    const file = path ?? (fault.isOfDisk ? cache : undefined)
    const what = file === undefined ? '' : `, because "${file}" cannot be read or written`
    return { code: 'machine-limit', message: `The build stopped${what}: ${fault.why}.`, hint: fault.hint }
  }
  const message = `The build stopped: ${causesOf(error).join(' ← ')}`
  const ownPlace = faultPlace(error, { but: toolRoot }) // as in an own block that asks for `window` when it is loaded
  if (ownPlace) return { code: 'render-failed', message, hint: `The error is in ${ownPlace}. Fix it there.` }
  const place = sourceStack(error)
    .split('\n')
    .find((line) => line.trim().startsWith('at '))
    ?.trim()
  return { code: 'build-unexpected', message, ...(place && { hint: `It happened ${place}.` }) }
}
