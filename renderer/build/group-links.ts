import type { Finding } from '#content/finding.ts'
import { listSome } from '#content/wording/list-some.ts'
import { readablePath } from '#publish/redirects/request-path.ts'

const grouped = new Map([
  ['link-dead', 'but no page has that address.'],
  ['link-unsafe', 'which is not a web, mail or phone address; the link is left out.'],
])

/** Bad links of one target are one finding, whatever number of pages holds them: who mends the target mends all of them. */
export function groupLinks(findings: Finding[]): Finding[] {
  const byTarget = Map.groupBy(findings, ({ code, where }) => (grouped.has(code) ? `${code} ${where?.url}` : undefined))
  const told = new Set<string>()
  return findings.flatMap((finding) => {
    const { code, where } = finding
    const target = `${code} ${where?.url}`
    const others = byTarget.get(target) ?? []
    if (others.length < 2) return [finding]
    if (told.has(target)) return []
    told.add(target)
    const speakers = others.map(({ where: one }) =>
      one?.path === undefined ? `a menu of "${one?.locale}"` : `"${readablePath(one.path)}"`,
    )
    const message = `"${where?.url}" is what ${others.length.toLocaleString('en')} pages and menus link to (${listSome(speakers)}), ${grouped.get(code)}`
    return [{ ...finding, message }]
  })
}
