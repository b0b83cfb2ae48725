import { fixtureRouting } from './make-fixture.ts'
import type { startHost } from './start-host.ts'

/**
 * Abilities that a host, or its local server, lacks: `encodedFiles` files whose address is percent-encoded,
 * `redirectQuery` keeping the query in a redirect, `ruleHeaders` our headers on answers made by a rule, `headers` our
 * headers on any answer, `avifType` the content type in our header, `case` addresses that differ only in case,
 * `encodedSources` redirects from addresses with a space or "%", `pageFileSources` redirects from the file name of a
 * page, `depth` a 404 for addresses below a restricted page, `shellHop` the redirect to the one spelling of a shell's
 * address, `htmlFiles` pages in files of the form `{path}.html`.
 */
export type Lack =
  | 'local404'
  | 'gone'
  | 'redirectHeaders'
  | 'emptyFolders'
  | 'encodedFiles'
  | 'redirectQuery'
  | 'ruleHeaders'
  | 'headers'
  | 'avifType'
  | 'case'
  | 'depth'
  | 'pageFileSources'
  | 'shellHop'
  | 'htmlFiles'
  | 'encodedSources'

/** How the answers of a host differ from the one table that applies to all hosts. */
export type Profile = {
  name: keyof typeof startHost
  /** The form in which pages are answered without a redirect. */
  form: 'bare' | 'slash'
  /** Status of the other form: that of a redirect, or 200. */
  hop: number
  lacks: Lack[]
  /** Headers that the host sends instead of ours: with every answer, with 404 and 410, with a missing asset. */
  always?: Record<string, string | null>
  missing?: Record<string, string | null>
  missingAsset?: Record<string, string | null>
}

/** On these hosts the rules for `/assets/` also apply to missing files. */
const keptAsset = Object.fromEntries(
  fixtureRouting.headers.flatMap(({ name, assets }) => (assets ? [[name, assets]] : [])),
)

const all: Profile[] = [
  { name: 'nginx', form: 'bare', hop: 301, lacks: [] },
  { name: 'apache', form: 'bare', hop: 301, lacks: [] },
  { name: 'apache-vhost', form: 'bare', hop: 301, lacks: [] },
  { name: 'caddy', form: 'bare', hop: 301, lacks: [] },
  {
    name: 'cloudflare',
    form: 'slash',
    hop: 308,
    lacks: ['gone'],
    missing: { 'Cache-Control': 'no-store' },
    missingAsset: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
  },
  { name: 'firebase', form: 'bare', hop: 301, lacks: ['gone', 'local404', 'redirectHeaders'], missingAsset: keptAsset },
  {
    name: 'aws',
    form: 'bare',
    hop: 301,
    lacks: ['local404', 'emptyFolders'],
    missingAsset: { 'Cache-Control': null, 'Cross-Origin-Resource-Policy': 'cross-origin' },
  },
  { name: 'netlify', form: 'bare', hop: 200, lacks: ['gone', 'redirectHeaders'], missingAsset: keptAsset },
  {
    name: 'azure',
    form: 'slash',
    hop: 301,
    lacks: ['gone', 'local404', 'redirectQuery', 'redirectHeaders', 'depth', 'pageFileSources'],
    missingAsset: keptAsset,
  },
  {
    name: 'gitlab',
    form: 'slash',
    hop: 302,
    lacks: ['gone', 'local404', 'redirectQuery', 'headers', 'case', 'encodedSources', 'pageFileSources'],
  },
  {
    name: 'azure-emulator',
    form: 'slash',
    hop: 301,
    lacks: [
      ...(['gone', 'local404', 'redirectQuery', 'redirectHeaders', 'ruleHeaders'] as const),
      ...(['depth', 'pageFileSources', 'emptyFolders', 'encodedFiles', 'shellHop', 'htmlFiles'] as const),
    ],
  },
  {
    name: 'vercel',
    form: 'bare',
    hop: 200,
    lacks: ['encodedFiles', 'redirectQuery', 'redirectHeaders', 'ruleHeaders', 'avifType'],
    always: { 'Cache-Control': 'public, max-age=0, must-revalidate' },
  },
]

/** Hosts whose server is too large to install for every run. `npm run test:soak` installs and tests them. */
const soaked = ['cloudflare', 'vercel', 'azure-emulator']

const wanted = process.env.HOSTS?.split(',')

/** The hosts to test: those in the environment variable `HOSTS`, by default all except those of the soak test. */
export const profiles = all.filter(({ name }) => (wanted ? wanted.includes(name) : !soaked.includes(name)))
