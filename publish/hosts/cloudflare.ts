import { encodePath } from '#publish/redirects/request-path.ts'
import type { Routing } from '#publish/routing.ts'
import { type Emission, emission, jsonText } from './emission.ts'
import { fitLines, headersFile, redirectLines } from './netlify-style.ts'
import {
  addressOfFile,
  apiUnavailableBody,
  bothForms,
  dotSegment,
  encodeShell,
  encodeSource,
  isBelowHome,
  lowerCaseSource,
  openPages,
  rulesOf,
  unshownShells,
} from './rules.ts'

const maxRules = 2000
const maxRuleLength = 1000
const compatibilityDate = '2026-11-01'

/**
 * Cloudflare Pages and Workers assets. Static rules come before those with `*`, which count against another limit. The
 * nearest `404.html` is found without a rule. Status 410 cannot be sent.
 */
export function emitCloudflare(routing: Routing): Emission {
  const rules = rulesOf(routing, 'slash')
  const odd = rules.filter(({ from, target }) => /:[a-z]/i.test(from) || isLong(from, target))
  const writable = rules.filter((rule) => !odd.includes(rule))
  const lines = redirectLines(writable, { perForm: true })
  const shells = shellLines(routing)
  const { text, left } = fitLines(lines, (_, count) => count <= maxRules - shells.open.length)
  const written = text.split('\n').length - 1
  const room = maxRules - shells.open.length - written
  const lowerCase = redirectLines(writable, { perForm: true }, lowerCaseSource)
  const { text: lower } = fitLines(lowerCase, (_, count) => count <= room)
  return emission(
    {
      _redirects: [text, lower, ...shells.open, ...shells.patterns].join(''),
      _headers: headersFile(routing, { takeOff: true }),
      'wrangler.jsonc': jsonText(workerSettings(routing)),
      '.assetsignore': 'wrangler.jsonc\n.assetsignore\n_worker.js\n_routes.json\n',
      ...apiWorker(routing),
    },
    [
      ...unshownShells(routing, 'Cloudflare'),
      {
        limit: `Cloudflare reads at most ${maxRules} static lines of _redirects, two for each redirect`,
        entries: left,
        hint: 'Move these redirects to a list of Bulk Redirects of the Cloudflare account, or remove old redirects from redirects.json.',
      },
      {
        limit: `Cloudflare reads ":name" as a placeholder, and a rule of at most ${maxRuleLength} characters`,
        entries: odd.map(({ from }) => from),
        hint: 'Move these redirects to a list of Bulk Redirects of the Cloudflare account, or remove them from redirects.json.',
      },
    ],
  )
}

function workerSettings({ api, apiBase }: Routing): object {
  const assets = { directory: '.', not_found_handling: '404-page', html_handling: 'auto-trailing-slash' }
  const common = { name: 'site', compatibility_date: compatibilityDate }
  if (!api) return { ...common, assets }
  return { ...common, main: '_worker.js', assets: { ...assets, binding: 'ASSETS', run_worker_first: [`${apiBase}/*`] } }
}

/**
 * No rule of Cloudflare can pass requests to another origin, so a small Worker does. It runs only for the content
 * service's path.
 */
function apiWorker({ api, apiBase }: Routing): Record<string, string> {
  if (!api) return {}
  const base = encodeSource(apiBase)
  return {
    '_routes.json': jsonText({ version: 1, include: [`${base}/*`], exclude: [] }),
    '_worker.js': `// Passes requests below ${base}/ on to the content service, and its answers, including redirects, to the browser.
const target = ${JSON.stringify(api.target)}
const dotSegment = new RegExp(${JSON.stringify(dotSegment)})

export default {
  async fetch(request, env) {
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith(${JSON.stringify(`${base}/`)}) || dotSegment.test(pathname)) return env.ASSETS.fetch(request)
    try {
      return await fetch(new Request(target + pathname.slice(${base.length}) + search, request), { redirect: 'manual' })
    } catch {
      return new Response('${apiUnavailableBody}', { status: 502, headers: { 'content-type': 'application/json' } })
    }
  },
}
`,
  }
}

/**
 * Lines for shells. Rules win over files, so pages among restricted ones come first, with a "?" so that they do not
 * count as loops.
 */
function shellLines(routing: Routing): { open: string[]; patterns: string[] } {
  const shells = routing.shells.filter((shell) => !isBelowHome(shell, routing))
  const open = openPages({ ...routing, shells }).flatMap((path) => {
    const [source, target] = [encodeSource(path), encodePath(path)]
    if (routing.pageFiles === 'file') return [`${source} ${target}? 200\n`, `${source}/ ${target} 308\n`]
    return [`${source} ${target}/ 308\n`, `${source}/ ${target}/? 200\n`]
  })
  const patterns = shells.flatMap((shell) =>
    bothForms(encodeShell(shell)).map((form) => `${form} ${addressOfFile(shell.file, { asFolder: true })} 200\n`),
  )
  return { open, patterns }
}

function isLong(from: string, target: string): boolean {
  return encodeSource(from).length + target.length + ' / 301'.length > maxRuleLength
}
