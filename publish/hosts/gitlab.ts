import type { Routing } from '#publish/routing.ts'
import { type Emission, emission } from './emission.ts'
import { fitLines, redirectLines } from './netlify-style.ts'
import { addressOfFile, encodeSource, rulesOf } from './rules.ts'

const mostRules = 1000
const mostBytes = 64 * 1024

/** GitLab Pages: a part of Netlify's `_redirects`, and no headers. It sends pages to their final slash, and has one 404 page. */
export function emitGitlab(routing: Routing): Emission {
  const shells = routing.shells
    .map(({ prefix, file }) => `${encodeSource(prefix)}* ${addressOfFile(file)} 200\n`)
    .join('')
  const lines = redirectLines(rulesOf(routing, 'slash'), { perForm: true })
  const { text, left } = fitLines(
    lines,
    (all, count) => count + routing.shells.length <= mostRules && Buffer.byteLength(all + shells) <= mostBytes,
  )
  return emission({ _redirects: `${text}${shells}` }, [
    left.length === 0
      ? undefined
      : {
          limit: `GitLab Pages reads at most ${mostRules} lines and 64 KB of _redirects, two lines for each redirect`,
          entries: left,
          hint: 'Copy the forwarding pages of hosts/plain for these over the export, or take old ones out of redirects.json.',
        },
  ])
}
