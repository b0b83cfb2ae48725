import type { Routing } from '#publish/routing.ts'
import { type Emission, emission, jsonText } from './emission.ts'
import { fitLines, headersFile, redirectLines } from './netlify-style.ts'
import { addressOfFile, encodeSource, rulesOf } from './rules.ts'

const mostRules = 2000
const mostRuleLength = 1000
const compatibilityDate = '2026-11-01'

/**
 * Cloudflare Pages and Workers assets. Static rules stand before the ones with `*`, which count against another limit. The
 * nearest `404.html` is found without a rule; 410 cannot be sent.
 */
export function emitCloudflare(routing: Routing): Emission {
  const rules = rulesOf(routing, 'slash')
  const odd = rules.filter(({ from, target }) => hasPlaceholder(from) || isLong(from, target))
  const lines = redirectLines(
    rules.filter((rule) => !odd.includes(rule)),
    { perForm: true },
  )
  const { text, left } = fitLines(lines, (_, count) => count <= mostRules)
  const shells = routing.shells.map(
    ({ prefix, file }) => `${encodeSource(prefix)}* ${addressOfFile(file, { asFolder: true })} 200\n`,
  )
  return emission(
    {
      _redirects: `${text}${shells.join('')}`,
      _headers: headersFile(routing, { takeOff: true }),
      'wrangler.jsonc': jsonText({
        name: 'site',
        compatibility_date: compatibilityDate,
        assets: { directory: '.', not_found_handling: '404-page', html_handling: 'auto-trailing-slash' },
      }),
      '.assetsignore': 'wrangler.jsonc\n.assetsignore\n',
    },
    [
      left.length === 0
        ? undefined
        : {
            limit: `Cloudflare reads at most ${mostRules} static lines of _redirects, two for each redirect`,
            entries: left,
            hint: 'Put these into a list of Bulk Redirects of the Cloudflare account, or take old ones out of redirects.json.',
          },
      odd.length === 0
        ? undefined
        : {
            limit: `Cloudflare reads ":name" as a placeholder, and a rule of at most ${mostRuleLength} characters`,
            entries: odd.map(({ from }) => from),
            hint: 'Put these into a list of Bulk Redirects of the Cloudflare account, or take them out of redirects.json.',
          },
    ],
  )
}

function hasPlaceholder(from: string): boolean {
  return /:[a-z]/i.test(from)
}

function isLong(from: string, target: string): boolean {
  return encodeSource(from).length + target.length + ' / 301'.length > mostRuleLength
}
