import type { Routing } from '#publish/routing.ts'
import { type Emission, emission } from './emission.ts'
import { headersFile, redirectLines } from './netlify-style.ts'
import { addressOfFile, encodeShell, encodeSource, lowerCaseSource, notFoundPages, rulesOf } from './rules.ts'

/**
 * Netlify. A rule matches with and without a final slash, and is forced (`301!`) so that no file wins. The 404 pages of
 * locales are in `netlify.toml`, because other hosts that read `_redirects` reject them. 410 is not documented, so it
 * is not sent.
 */
export function emitNetlify(routing: Routing): Emission {
  const rules = rulesOf(routing, 'bare')
  const form = { perForm: false, status: '301!' }
  const lines = [...redirectLines(rules, form), ...redirectLines(rules, form, lowerCaseSource)]
  const shells = routing.shells.map((shell) => `${encodeShell(shell)} ${addressOfFile(shell.file)} 200\n`)
  const { api, apiBase } = routing
  return emission({
    _redirects: `${api ? `${encodeSource(apiBase)}/* ${api.target}/:splat 200\n` : ''}${lines.map(({ line }) => `${line}\n`).join('')}${shells.join('')}`,
    _headers: headersFile(routing, { takeOff: false }),
    'netlify.toml': toml(routing),
  })
}

/** Processing is off, because it would rewrite addresses, and files whose digests the pages hold. */
function toml(routing: Routing): string {
  const pages = notFoundPages(routing).local.map(
    ({ prefix, file }) => `
[[redirects]]
  from = "${encodeSource(prefix)}*"
  to = "${addressOfFile(file)}"
  status = 404
`,
  )
  return `[build]
  publish = "."

[build.processing]
  skip_processing = true
${pages.join('')}`
}
