import { join } from 'node:path'
import { styleText } from 'node:util'
import type { Finding, FindingCode } from '#content/finding.ts'
import { count, grouped } from '#content/wording/count.ts'
import type { Report } from '#renderer/build/report.ts'
import { groupFailures } from './group-failures.ts'

const maxPerCode = { warning: 5, error: 20 }
const maxFiles = 20

/** `part` names the shard whose part was made, as in `1/2`. Without it, an export was made. */
export type PrintOptions = { out: string; dryRun?: boolean; maxWarnings?: number; part?: string }

/** Prints what a build did: findings first, then figures, then where the export is. */
export function printSummary(report: Report, options: PrintOptions, stream: NodeJS.WriteStream): void {
  const whole = options.dryRun ? 'see --json' : `see ${join(options.out, 'report.json')}`
  printFindings(report, whole, stream)
  stream.write(`${[...figures(report), ...plannedChanges(report), '', outcome(report, options, stream)].join('\n')}\n`)
}

/** Returns the first files of each kind of change in a dry run. */
function plannedChanges({ changes }: Report): string[] {
  if (!changes) return []
  const kinds = ['added', 'changed', 'removed'] as const
  return kinds.flatMap((kind) => {
    const files = changes[kind]
    const label = `would be ${kind}`.padEnd(17)
    const lines = files.slice(0, maxFiles).map(({ path }) => `${label} ${path}`)
    const rest = files.length - maxFiles
    return rest > 0 ? [...lines, `${label} … and ${rest} more; see --json`] : lines
  })
}

/**
 * Prints the first warnings and errors of each kind. Failed reads are grouped into one error. `whole` says where the
 * rest is listed.
 */
export function printFindings(
  { warnings, errors, requests, consequences, locales }: Report,
  whole: string,
  stream: NodeJS.WriteStream,
): void {
  const print = (all: Finding[], label: string, most: number): void => {
    for (const [code, findings] of Map.groupBy(all, (finding) => finding.code)) {
      for (const { message, hint } of findings.slice(0, most))
        stream.write(`${label} ${message} [${code}]\n${hint ? `        ${hint}\n` : ''}`)
      const rest = findings.length - most
      if (rest > 0) stream.write(`${label} … and ${rest} more [${code}], ${whole}\n`)
    }
  }
  const reads = requests.total - requests.retried
  const groupedErrors = groupFailures(errors, { reads, aside: consequences, whole, locales })
  print(warnings, styleText('yellow', 'warning', { stream }), maxPerCode.warning)
  print(groupedErrors, styleText('red', 'error', { stream }), maxPerCode.error)
}

function figures({ pages, requests, files, images, bytes, engine, peakMemory }: Report): string[] {
  const perLocale = Object.entries(pages.byLocale).map(([locale, count]) => `${locale} ${count}`)
  return [
    '',
    `pages     ${pages.rendered} rendered with ${engine}, ${pages.unchanged} unchanged, ${pages.failed} failed, of ${pages.total} (${perLocale.join(', ') || 'none'}); ${pages.changed} changed, ${pages.removed} removed`,
    `requests  ${requests.total}, ${requests.notModified} unchanged, ${requests.retried} retried, ${requests.failed} failed`,
    `files     ${files.added} added, ${files.changed} changed, ${files.removed} removed`,
    `pictures  ${images.sources}, in ${images.variants} files: ${images.encoded} encoded, ${images.fromCache} reused`,
    `size      html ${kilobytes(bytes.html)}, css ${kilobytes(bytes.css)}, pictures ${kilobytes(bytes.images)}`,
    `memory    ${Math.round(peakMemory / 1e6)} MB at most`,
  ]
}

function kilobytes(bytes: number): string {
  return `${grouped(Math.round(bytes / 1000))} kB`
}

/** Warnings about caches. An upgrade starts these caches from scratch although nothing is wrong with the site. */
const ofCaches: FindingCode[] = ['answers-lost', 'memory-lost', 'remote-cache']

/**
 * Whether a report has no errors and at most `maxWarnings` warnings about the site. Prints a line if there are more.
 */
export function isGood(
  { errors, warnings }: Report,
  { maxWarnings = Number.POSITIVE_INFINITY }: { maxWarnings?: number },
  stream: NodeJS.WriteStream,
): boolean {
  const counted = warnings.filter(({ code }) => !ofCaches.includes(code)).length
  const isOver = counted > maxWarnings
  if (isOver) stream.write(`${count(counted, 'warning')}: --max-warnings allows ${maxWarnings}.\n`)
  return errors.length === 0 && !isOver
}

function outcome(
  { errors, warnings, isPublished, durationMs }: Report,
  { out, dryRun, part }: PrintOptions,
  stream: NodeJS.WriteStream,
): string {
  const green = (text: string): string => styleText('green', text, { stream })
  const red = (text: string): string => styleText('red', text, { stream })
  const took = `in ${(durationMs / 1000).toFixed(2)} s`
  const what = `${count(errors.length, 'error')}, ${count(warnings.length, 'warning')}`
  const folder = join(out, 'site')
  if (dryRun) return `${isPublished ? green('Dry run') : red('Dry run')} ${took}: ${what}. "${folder}" is untouched.`
  const [made, not, into, before] =
    part === undefined
      ? ['Published', 'Not published', `to ${folder}`, 'export']
      : [`Made part ${part}`, `Part ${part} was not made`, `into ${out}`, 'part']
  if (errors.length === 0) return `${green(made)} ${into} ${took}, ${count(warnings.length, 'warning')}.`
  if (isPublished) return `${red(`${made} with errors`)} ${into} ${took}: ${what}.`
  const isUntouched = !errors.some(({ code }) => code === 'export-half-done')
  return `${red(not)} (${took}): ${what}.${isUntouched ? ` Any earlier ${before} is untouched.` : ''}`
}
