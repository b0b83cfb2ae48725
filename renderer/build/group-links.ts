import type { Finding } from '#content/finding.ts'
import { listSome } from '#content/wording/list-some.ts'
import { readablePath } from '#publish/redirects/request-path.ts'

const grouped = new Map([
  ['link-dead', 'but no page has that address.'],
  ['link-unsafe', 'which is not a web, mail or phone address; the link is left out.'],
])

/** Bad links of one target are one finding, whatever number of pages holds them: who mends the target mends all of them. So is a bad date. */
export function groupLinks(findings: Finding[]): Finding[] {
  const bySubject = Map.groupBy(findings, subjectOf)
  const told = new Set<string>()
  return findings.flatMap((finding) => {
    const subject = subjectOf(finding)
    const all = bySubject.get(subject) ?? []
    if (subject === undefined || all.length < 2) return [finding]
    if (told.has(subject)) return []
    told.add(subject)
    return [{ ...finding, message: messageOfAll(finding, all) }]
  })
}

/** What several findings may be of: the target of a bad link, or the words on a date that is none; nothing for other findings. */
function subjectOf({ code, message, where }: Finding): string | undefined {
  if (grouped.has(code)) return `${code} ${where?.url}`
  return code === 'date-invalid' ? message.replace(` on the page "${readablePath(where?.path ?? '')}"`, '') : undefined
}

function messageOfAll(finding: Finding, all: Finding[]): string {
  const { code, where } = finding
  const speakers = all.map(({ where: one, message }) =>
    one?.path === undefined
      ? `the${message.slice('The'.length, message.lastIndexOf(' links to "'))}` // the item of a menu
      : `"${readablePath(one.path)}"`,
  )
  const count = all.length.toLocaleString('en')
  if (code === 'date-invalid')
    return `${subjectOf(finding)?.slice(0, -1)} on ${count} pages (${listSome(speakers)}); lists show dates of other pages.`
  return `"${where?.url}" is what ${count} pages and menus link to (${listSome(speakers)}), ${grouped.get(code)}`
}
