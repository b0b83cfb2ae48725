import type { ShellPattern } from '#publish/redirects/shell-pattern.ts'
import type { Routing } from '#publish/routing.ts'
import { coveredByPages, type Emission, emission } from './emission.ts'
import { fitLines, type RedirectLine } from './netlify-style.ts'
import { addressOfFile, type Rule, rulesOf, withoutPageFiles } from './rules.ts'

const maxRules = 1000
const maxBytes = 64 * 1024

/**
 * GitLab Pages: a subset of Netlify's `_redirects`, and no headers. The host compares the decoded address with the
 * source as written. A source matches with and without a final slash and in any case, so sources are written unencoded.
 * Pages are redirected to their final slash, and there is one 404 page.
 */
export function emitGitlab(routing: Routing): Emission {
  const shells = routing.shells
    .filter(isWritable)
    .map(({ prefix, suffix, file }) => `${prefix}:page${suffix} ${addressOfFile(file)} 200\n`)
  const moved = withoutPageFiles(rulesOf(routing, 'slash'), routing)
  const { lines, unwritable, covered } = linesOf(moved.rules)
  const { text, left } = fitLines(
    lines,
    (all, count) => count + shells.length <= maxRules && Buffer.byteLength(all + shells.join('')) <= maxBytes,
  )
  const hint =
    'Copy the forwarding pages of hosts/plain for these redirects into the export, or remove the redirects from redirects.json.'
  return emission({ _redirects: `${text}${shells.join('')}` }, [
    { limit: `GitLab Pages reads at most ${maxRules} lines and 64 KB of _redirects`, entries: left, hint },
    { limit: 'GitLab Pages cannot match an address with a space or "%"', entries: unwritable, hint },
    coveredByPages('On GitLab Pages, the file of a page takes precedence over a redirect', moved.covered),
    ...routing.shells
      .filter((shell) => !isWritable(shell))
      .map(({ prefix, suffix }) => ({
        limit: `GitLab Pages cannot match the restricted pages at "${prefix}:slug${suffix}", which contain a space or "%"`,
        hint: 'Give these pages an address without these characters at the service.',
      })),
    { limit: 'GitLab Pages does not distinguish addresses that differ only in case', entries: covered, hint },
  ])
}

/**
 * The lines, the sources that cannot be written (`unwritable`), and the sources that an earlier one, different only in
 * case, redirects elsewhere (`covered`).
 */
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

function isWritable({ prefix, suffix }: ShellPattern): boolean {
  return !/[\s%]/.test(`${prefix}${suffix}`)
}
