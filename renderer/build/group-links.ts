import type { Finding } from '#content/finding.ts'
import { grouped } from '#content/wording/count.ts'
import { listSome } from '#content/wording/list-some.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { shownAddress } from '#content/wording/shown-address.ts'
import { readablePath } from '#publish/redirects/request-path.ts'

const problems = new Map([
  ['link-dead', 'but no page has that address.'],
  ['link-unsafe', 'which is not a web, mail or phone address; the links are left out.'],
])

/**
 * Merges all bad links to the same target into one finding, because fixing the target fixes them all. Also merges the
 * findings of pages with the same bad date.
 */
export function groupLinks(findings: Finding[]): Finding[] {
  const bySubject = Map.groupBy(findings, subjectOf)
  const reportedSubjects = new Set<string>()
  return findings.flatMap((finding) => {
    const subject = subjectOf(finding)
    const all = bySubject.get(subject) ?? []
    if (subject === undefined || all.length < 2) return [finding]
    if (reportedSubjects.has(subject)) return []
    reportedSubjects.add(subject)
    return [{ ...finding, message: messageOfAll(finding, all) }]
  })
}

/** The subject of a finding: the target of a bad link, or a text that is not a date. Undefined for other findings. */
function subjectOf({ code, where }: Finding): string | undefined {
  if (problems.has(code)) return `${code} ${where?.url}`
  return code === 'date-invalid' ? `${code} ${where?.value}` : undefined
}

function messageOfAll({ code, where }: Finding, all: Finding[]): string {
  if (code === 'date-invalid') return messageOfDate(where?.value ?? '', all)
  const places = all.map(({ where: { path = '', locale, item } = {} }) =>
    item === undefined ? `"${readablePath(path)}"` : `the item ${quoteValue(item)} of a menu of "${locale}"`,
  )
  return `${grouped(all.length)} pages and menus (${listSome(places)}) link to "${shownAddress(where?.url ?? '')}", ${problems.get(code)}`
}

function messageOfDate(value: string, all: Finding[]): string {
  const quoted = ({ where }: Finding) => `"${readablePath(where?.path ?? '')}"`
  const fields = all.filter(({ where }) => where?.field).map((one) => `the ${one.where?.field} of ${quoted(one)}`)
  const pages = [...new Set(all.map(quoted))]
  return `"${shownAddress(value)}"${fields.length > 0 ? `, ${listSome(fields)},` : ''} is not a date; it is left out on ${grouped(pages.length)} ${pages.length === 1 ? 'page' : 'pages'} (${listSome(pages)}). Lists show the dates of other pages.`
}
