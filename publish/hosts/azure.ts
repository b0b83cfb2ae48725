import type { Routing } from '#publish/routing.ts'
import { contentTypes, textEndings } from './content-types.ts'
import { type Emission, emission, mostThatFit } from './emission.ts'
import { addressOfFile, bothForms, encodeSource, notFoundPages, type Rule, rulesOf } from './rules.ts'

const mostBytes = 20_000

type Route = {
  route: string
  redirect?: string
  rewrite?: string
  statusCode?: number
  headers?: Record<string, string>
}

/**
 * Azure Static Web Apps. The first route that matches is the only one, the file has at most 20 KB, and there is one 404 page. When
 * two routes for each redirect do not fit, one of the form `/x/index.html` stands for both spellings.
 */
export function emitAzure(routing: Routing): Emission {
  const rules = rulesOf(routing, 'slash')
  const full = config(routing, rules, bothForms)
  if (fits(full)) return emission({ 'staticwebapp.config.json': full })
  const textOf = (some: number): string => config(routing, rules.slice(0, some), indexForm)
  const count = mostThatFit(rules.length, (some) => fits(textOf(some)))
  return emission({ 'staticwebapp.config.json': textOf(count) }, [
    count === rules.length
      ? undefined
      : {
          limit: 'Azure Static Web Apps reads a staticwebapp.config.json of at most 20 KB',
          entries: rules.slice(count).map(({ from }) => from),
          hint: 'Copy the forwarding pages of hosts/plain for these over the export, or put Azure Front Door with its rules before the site.',
        },
  ])
}

function indexForm(path: string): string[] {
  return [path === '/' ? path : `${path}/index.html`]
}

function fits(text: string): boolean {
  return Buffer.byteLength(text) <= mostBytes
}

function config(routing: Routing, rules: Rule[], formsOf: (path: string) => string[]): string {
  const { headers, shells } = routing
  const { root } = notFoundPages(routing)
  const assets = Object.fromEntries(headers.flatMap(({ name, assets: value }) => (value ? [[name, value]] : [])))
  const redirects = rules.flatMap(({ from, target }): Route[] =>
    formsOf(from).map((form) => ({ route: encodeSource(form), redirect: target, statusCode: 301 })),
  )
  return JSON.stringify({
    routes: [
      { route: '/assets/*', headers: assets },
      ...redirects,
      ...shells.map(({ prefix, file }): Route => ({ route: `${encodeSource(prefix)}*`, rewrite: addressOfFile(file) })),
    ],
    ...(root && { responseOverrides: { 404: { rewrite: addressOfFile(root) } } }),
    globalHeaders: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    mimeTypes: mimeTypes(),
  })
}

/** Only what Azure does not know, or sends without a charset: the file is small. */
function mimeTypes(): Record<string, string> {
  const wanted = ['html', 'css', 'js', 'mjs', 'json', 'txt', 'xml', 'webmanifest', 'avif', 'webp', 'woff2']
  return Object.fromEntries(
    Object.entries(contentTypes).flatMap(([type, endings]) =>
      endings
        .filter((ending) => wanted.includes(ending))
        .map((ending) => [`.${ending}`, textEndings.includes(ending) ? `${type}; charset=utf-8` : type]),
    ),
  )
}
