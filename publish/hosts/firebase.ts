import { decodeText, encodedSign } from '#publish/redirects/request-path.ts'
import type { Routing } from '#publish/routing.ts'
import { type Emission, emission, jsonText } from './emission.ts'
import { encodeSource, escapeRegex, type Rule, rulesOf } from './rules.ts'

/**
 * Firebase Hosting. Sources are globs over the decoded address, with and without a final slash. Targets are written
 * unencoded, because the host encodes them. There is one 404 page and no 410.
 */
export function emitFirebase(routing: Routing): Emission {
  const { headers, shells, pageFiles } = routing
  const assets = headers.flatMap(({ name, assets: value }) => (value ? [{ key: name, value }] : []))
  return emission({
    'firebase.json': jsonText({
      hosting: {
        public: '.',
        ignore: ['firebase.json', '**/.*', '**/node_modules/**'],
        trailingSlash: false,
        ...(pageFiles === 'file' && { cleanUrls: true }),
        redirects: rulesOf(routing, 'bare').map((rule) => ({
          ...sourceOf(rule.from),
          destination: rawTarget(rule),
          type: 301,
        })),
        rewrites: shells.flatMap(rewrites),
        headers: [
          { source: '**', headers: headers.map(({ name, value }) => ({ key: name, value })) },
          ...(assets.length > 0 ? [{ source: '/assets/**', headers: assets }] : []),
        ],
      },
    }),
  })
}

/**
 * Rewrites of a shell for the decoded address and for the one that browsers send. The documentation does not say which
 * of them is compared.
 */
function rewrites({ prefix, suffix, file }: Routing['shells'][number]): object[] {
  const spellings = [(part: string) => part, (part: string) => part && encodeSource(part)]
  const patterns = spellings.map((spell) => `${escapeRegex(spell(prefix))}[^/]+${escapeRegex(spell(suffix))}`)
  return [...new Set(patterns)].map((pattern) => ({ regex: `^${pattern}/?$`, destination: `/${file}` }))
}

/**
 * A target for Firebase, which applies `encodeURI` to it. "&", "+" and "#" stay encoded, because they would have
 * another meaning in a query.
 */
function rawTarget({ path, query, fragment }: Rule): string {
  const decode = (run: string): string => decodeURIComponent(run).replaceAll(/[&+#]/g, encodedSign)
  return `${decodeURIComponent(path)}${decodeText(`${query}${fragment}`, decode)}`
}

/**
 * A glob, which matches with and without a final slash, or a regular expression if the path holds characters that a
 * glob would read as a pattern.
 */
function sourceOf(path: string): { source: string } | { regex: string } {
  return /[*?[\]{}()!\\@+|]/.test(path) ? { regex: `^${escapeRegex(path)}/?$` } : { source: path }
}
