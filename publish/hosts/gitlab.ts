import type { Routing } from '#publish/routing.ts'
import { type Emission, emission } from './emission.ts'
import { fitLines, type RedirectLine } from './netlify-style.ts'
import { addressOfFile, type Rule, rulesOf } from './rules.ts'

const mostRules = 1000
const mostBytes = 64 * 1024

/**
 * GitLab Pages: a part of Netlify's `_redirects`, and no headers. It compares the decoded address with the source as written, both
 * spellings at once and whatever their case, so sources stand raw. It sends pages to their final slash, and has one 404 page.
 */
export function emitGitlab(routing: Routing): Emission {
  const shells = shellLines(routing)
  const { lines, unwritable, covered } = linesOf(rulesOf(routing, 'slash'))
  const { text, left } = fitLines(
    lines,
    (all, count) => count + shells.length <= mostRules && Buffer.byteLength(all + shells.join('')) <= mostBytes,
  )
  const pages =
    'Copy the forwarding pages of hosts/plain for these over the export, or take them out of redirects.json.'
  return emission({ _redirects: `${text}${shells.join('')}` }, [
    overrun(`GitLab Pages reads at most ${mostRules} lines and 64 KB of _redirects`, left, pages),
    overrun('GitLab Pages cannot match an address with a space or "%"', unwritable, pages),
    overrun('GitLab Pages does not tell apart addresses that differ in case only', covered, pages),
  ])
}

function overrun(limit: string, entries: string[], hint: string) {
  return entries.length === 0 ? undefined : { limit, entries, hint }
}

/** Lines by source; sources that cannot be written; those that another spelling in front of them answers, with another target. */
function linesOf(rules: Rule[]): { lines: RedirectLine[]; unwritable: string[]; covered: string[] } {
  const lines: RedirectLine[] = []
  const unwritable: string[] = []
  const covered: string[] = []
  const targets = new Map<string, string>()
  for (const { from, target } of rules) {
    const first = targets.get(from.toLowerCase())
    if (/[\s%]/.test(from)) unwritable.push(from)
    else if (first === undefined) lines.push({ from, line: `${from} ${target} 301` })
    else if (first !== target) covered.push(from)
    if (first === undefined) targets.set(from.toLowerCase(), target)
  }
  return { lines, unwritable, covered }
}

/** A line for each depth of a page below the shell: `/area/*` would take `/areas` in as well. */
function shellLines({ shells }: Routing): string[] {
  const names = ['a', 'b', 'c', 'd'].map((name) => `:${name}`)
  return shells.flatMap(({ prefix, file }) =>
    names.map((_, index) => `${prefix}${names.slice(0, index + 1).join('/')} ${addressOfFile(file)} 200\n`),
  )
}
