import { encodePath } from '#publish/redirects/request-path.ts'
import type { Routing } from '#publish/routing.ts'
import { typeOfFile } from './content-types.ts'
import { coveredByPages, type Emission, emission, mostThatFit } from './emission.ts'
import {
  addressOfFile,
  bothForms,
  encodeSource,
  isBelowHome,
  lowerCaseSource,
  notFoundPages,
  type Rule,
  rulesOf,
  unshownShells,
  withoutPageFiles,
} from './rules.ts'

const maxBytes = 20_000

type Route = {
  route: string
  redirect?: string
  rewrite?: string
  statusCode?: number
  headers?: Record<string, string>
}

/**
 * Azure Static Web Apps. Only the first matching route applies, the file is limited to 20 KB, and there is one 404
 * page. If two routes per redirect do not fit, each redirect gets one route of the form `/x/index.html`, which matches
 * both spellings.
 */
export function emitAzure(routing: Routing): Emission {
  // A route `/x/index.html` also matches `/x`, however the file of that page is named.
  const { rules, covered } = withoutPageFiles(rulesOf(routing, 'slash'), { ...routing, pageFiles: 'directory' })
  const all = config(routing, rules, everyForm)
  const full = fits(all) ? all : config(routing, rules, (path) => bothForms(path).map(encodeSource))
  const unshown = [
    ...unshownShells(routing, 'Azure Static Web Apps'),
    coveredByPages('On Azure Static Web Apps, a rule for the file of a page also matches the page itself', covered),
  ]
  if (fits(full)) return emission({ 'staticwebapp.config.json': full }, unshown)
  const textOf = (some: number): string => config(routing, rules.slice(0, some), indexForm)
  const count = mostThatFit(rules.length, (some) => fits(textOf(some)))
  return emission({ 'staticwebapp.config.json': textOf(count) }, [
    ...unshown,
    {
      limit: 'Azure Static Web Apps reads a staticwebapp.config.json of at most 20 KB',
      entries: rules.slice(count).map(({ from }) => from),
      hint: 'Copy the forwarding pages of hosts/plain for these redirects into the export, or put Azure Front Door with its rules in front of the site.',
    },
  ])
}

/** Both spellings of a source, percent-encoded in upper case as browsers do, and in lower case. */
function everyForm(path: string): string[] {
  return bothForms(path).flatMap((form) => [encodeSource(form), lowerCaseSource(form) ?? []].flat())
}

function indexForm(path: string): string[] {
  return [encodeSource(path === '/' ? path : `${path}/index.html`)]
}

function fits(text: string): boolean {
  return Buffer.byteLength(text) <= maxBytes
}

function config(routing: Routing, rules: Rule[], formsOf: (path: string) => string[]): string {
  const { headers } = routing
  const shells = routing.shells.filter((shell) => !isBelowHome(shell, routing))
  const { root } = notFoundPages(routing)
  const assets = Object.fromEntries(headers.flatMap(({ name, assets: value }) => (value ? [[name, value]] : [])))
  const redirects = rules.flatMap(({ from, target }): Route[] =>
    formsOf(from).map((route) => ({ route, redirect: target, statusCode: 301 })),
  )
  return JSON.stringify({
    routes: [
      ...redirects,
      { route: '/assets/*', headers: assets },
      ...shells.flatMap((shell) => shellRoutes(shell, routing)),
    ],
    ...(root && { responseOverrides: { 404: { rewrite: addressOfFile(root) } } }),
    globalHeaders: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    mimeTypes: mimeTypes(),
  })
}

/** The routes of a shell. Its wildcard matches every depth and pages too, so routes in front of it name these pages. */
function shellRoutes({ prefix, file }: Routing['shells'][number], { pages, pageFiles }: Routing): Route[] {
  const own = pages.filter((path) => path.startsWith(prefix) && path !== '/')
  const pageRoutes = own.flatMap((path): Route[] => {
    const route = encodeSource(path)
    if (pageFiles === 'file') return [{ route, rewrite: addressOfFile(`${path.slice(1)}.html`) }]
    return [
      { route, redirect: `${encodePath(path)}/`, statusCode: 301 },
      { route: `${route}/`, rewrite: addressOfFile(`${path.slice(1)}/index.html`) },
    ]
  })
  return [...pageRoutes, { route: `${encodeSource(prefix)}*`, rewrite: addressOfFile(file) }]
}

/** Only types that Azure does not know or sends without a charset, because the file is limited to 20 KB. */
function mimeTypes(): Record<string, string> {
  const wanted = ['html', 'css', 'js', 'mjs', 'txt', 'json', 'webmanifest', 'xml', 'avif', 'webp', 'woff2']
  return Object.fromEntries(wanted.map((ending) => [`.${ending}`, typeOfFile(`.${ending}`)]))
}
