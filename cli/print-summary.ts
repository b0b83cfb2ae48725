import { join } from 'node:path'
import { styleText } from 'node:util'
import type { Finding } from '#content/finding.ts'
import type { Report } from '#renderer/report.ts'

const mostOfOneKind = 5

/** Tells a person what a build did: findings first, then figures, then where the export is. */
export function printSummary(report: Report, out: string, stream: NodeJS.WriteStream): void {
  const paint = (style: 'red' | 'yellow' | 'green' | 'dim', text: string): string => styleText(style, text, { stream })
  const lines: string[] = []
  for (const [code, findings] of Map.groupBy(report.warnings, (finding) => finding.code)) {
    for (const finding of findings.slice(0, mostOfOneKind)) lines.push(`${paint('yellow', 'warning')} ${tell(finding)}`)
    const rest = findings.length - mostOfOneKind
    if (rest > 0)
      lines.push(`${paint('yellow', 'warning')} … and ${rest} more [${code}], all in ${join(out, 'report.json')}`)
  }
  for (const finding of report.errors) lines.push(`${paint('red', 'error')} ${tell(finding)}`)
  lines.push(...figures(report), '', outcome(report, out, paint))
  stream.write(`${lines.join('\n')}\n`)
}

function tell({ code, message, hint }: Finding): string {
  return `${message} [${code}]${hint ? `\n        ${hint}` : ''}`
}

function figures({ pages, requests, images, bytes, engine }: Report): string[] {
  const perLocale = Object.entries(pages.byLocale).map(([locale, count]) => `${locale} ${count}`)
  return [
    '',
    `pages     ${pages.rendered} rendered with ${engine} (${perLocale.join(', ') || 'none'}), ${pages.unchanged} unchanged, ${pages.removed} removed, ${pages.failed} failed`,
    `requests  ${requests.total}, ${requests.retried} retried, ${requests.failed} failed`,
    `pictures  ${images.sources}, in ${images.variants} files: ${images.encoded} encoded, ${images.fromCache} from the cache`,
    `size      html ${kilobytes(bytes.html)}, css ${kilobytes(bytes.css)}, pictures ${kilobytes(bytes.images)}`,
  ]
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString('en')} kB`
}

type Paint = (style: 'red' | 'green', text: string) => string

function outcome({ errors, warnings, isPublished, durationMs }: Report, out: string, paint: Paint): string {
  const took = `in ${(durationMs / 1000).toFixed(2)} s`
  if (errors.length === 0)
    return `${paint('green', 'Published')} to ${join(out, 'site')} ${took}, ${count(warnings.length, 'warning')}.`
  const what = `${count(errors.length, 'error')}, ${count(warnings.length, 'warning')}`
  if (isPublished) return `${paint('red', 'Published with errors')} to ${join(out, 'site')} ${took}: ${what}.`
  return `${paint('red', 'Not published')} (${took}): ${what}. What was published before is untouched.`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
