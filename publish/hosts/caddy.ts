import type { Routing } from '#publish/routing.ts'
import { contentTypes, textEndings } from './content-types.ts'
import { type Emission, emission } from './emission.ts'
import {
  apiUnavailableBody,
  bothForms,
  encodeSource,
  escapeRegex,
  notFoundPages,
  pageEnding,
  rulesOf,
} from './rules.ts'

/**
 * A whole `Caddyfile`, which reads `SITE_ADDRESS` and `SITE_ROOT` from the environment. Redirects are exact keys of a
 * `map`. Error pages do not see conditions and ranges of the request: the file server would answer a 404 without a page.
 */
export function emitCaddy(routing: Routing): Emission {
  const differing = routing.headers.filter(({ assets }) => assets !== undefined)
  const text = `{$SITE_ADDRESS} {
root * "{$SITE_ROOT}"
encode zstd gzip
route {
${api(routing)}${headerLines(routing.headers)}${redirects(routing)}
${assetHeaders(routing)}${pages(routing)}
}
handle_errors {
request_header -If-*
request_header -Range
${headerLines(differing)}${errorPages(routing)}}
}
`
  return emission({ Caddyfile: indented(text) })
}

/**
 * The rule that passes requests to the content service. It comes first, so that no header or redirect of the site
 * affects the service's responses. Paths with dot segments are excluded: Caddy resolves them for its matchers, but
 * passes them on as they came.
 */
function api({ api, apiBase }: Routing): string {
  if (!api) return ''
  const { origin, host, pathname } = new URL(api.target)
  return `@api {
path_regexp \`^${escapeRegex(`${apiBase}/`)}\`
vars_regexp {http.request.orig_uri.path} \`^${escapeRegex(`${apiBase}/`)}\`
not vars_regexp {http.request.orig_uri.path} \`[/\\\\]\\.{1,2}([/\\\\;]|$)\`
}
route @api {
uri path_regexp \`^${escapeRegex(`${encodeSource(apiBase)}/`)}\` ${quoted(pathname === '/' ? '/' : `${pathname}/`)}
reverse_proxy ${origin} {
header_up Host ${quoted(host)}
}
}
`
}

function headerLines(headers: Routing['headers']): string {
  return headers.map(({ name, value }) => `header ${name} \`${value}\`\n`).join('')
}

/** The headers of assets. They come after the redirects, which must not be cached for a year as files are. */
function assetHeaders({ headers: all }: Routing): string {
  const lines = all.flatMap(({ name, assets: value }) => (value ? [`header @assets ${name} \`${value}\`\n`] : []))
  return `@assets path_regexp \`^/assets/\`
${lines.join('')}`
}

/**
 * Types that Caddy takes from its machine or guesses. They are matched by the name of the file, because the address
 * `/node.js` may be a page.
 */
function types(): string {
  return Object.entries(contentTypes)
    .map(([type, endings], index) => {
      const charset = endings.some((ending) => textEndings.includes(ending)) ? '; charset=utf-8' : ''
      return `@type${index} path_regexp \`\\.(${endings.join('|')})$\`\nheader @type${index} Content-Type \`${type}${charset}\`\n`
    })
    .join('')
}

function redirects(routing: Routing): string {
  const rows = [
    ...rulesOf(routing, 'bare').flatMap(({ from, path, query, fragment, target }) =>
      bothForms(from).map((form) =>
        query ? `${key(form)} "" "" ${quoted(target)} ""` : `${key(form)} ${quoted(path)} ${quoted(fragment)} "" ""`,
      ),
    ),
    ...routing.gone.flatMap((path) => bothForms(path).map((form) => `${key(form)} "" "" "" gone`)),
  ]
  if (rows.length === 0) return ''
  return `map {path} {site_path} {site_fragment} {site_whole} {site_gone} {
${rows.join('\n')}
default "" "" "" ""
}
@gone expression \`{site_gone} == "gone"\`
error @gone 410
@whole expression \`{site_whole} != ""\`
redir @whole {site_whole} 301
@queried expression \`{site_path} != "" && {query} != ""\`
redir @queried {site_path}?{query}{site_fragment} 301
@moved expression \`{site_path} != ""\`
redir @moved {site_path}{site_fragment} 301
`
}

/**
 * Pages and shells. An address that ends in `%2F` gets 404: `strip_suffix` does not remove an encoded slash, so the
 * redirect would lead to the same address for ever.
 */
function pages(routing: Routing): string {
  const ending = pageEnding(routing)
  const shell = routing.shells.map(({ prefix, suffix, file }, index) => {
    const area = prefix.slice(0, -1)
    const pattern = `^(${escapeRegex(area)})/[^/]+${escapeRegex(suffix)}`.replaceAll('`', '\\x60')
    return `@slashed${index} path_regexp \`${pattern}/$\`
route @slashed${index} {
uri strip_suffix /
redir {uri} 301
}
@shell${index} {
path_regexp shell${index} \`${pattern}$\`
not file {path}
}
rewrite @shell${index} "{re.shell${index}.1}${`/${file}`.slice(area.length)}"
`
  })
  return `@encoded vars_regexp {http.request.orig_uri} \`^[^?]*%2[fF](\\?|$)\`
error @encoded 404
map {path} {site_bare} {
~^((?:/[^/]+)+)/$ "\${1}"
default ""
}
@slashed {
expression \`{site_bare} != ""\`
file {site_bare}${ending}
}
route @slashed {
uri strip_suffix /
redir {uri} 301
}
@root path_regexp \`^/$\`
rewrite @root /index.html
@dots {
path_regexp \`/\\.\`
not path_regexp \`^/\\.well-known/[^.]\`
not file {path}${ending}
}
error @dots 404
@page file {path}${ending}
rewrite @page {http.matchers.file.relative}
${shell.join('')}@missing not file {path}
error @missing 404
${types()}file_server {
disable_canonical_uris
precompressed br gzip
}`
}

function errorPages(routing: Routing): string {
  const { api, apiBase, notFound, serverErrors } = routing
  const away = `@away vars_regexp {http.request.orig_uri.path} \`^${escapeRegex(`${apiBase}/`)}\`
handle @away {
header Content-Type application/json
respond \`${apiUnavailableBody}\` {http.error.status_code}
}
`
  return `${api ? away : ''}@failed expression \`{http.error.status_code} >= 500\`
handle @failed {
${pagesOf(serverErrors)}}
handle {
${pagesOf(notFound)}}
`
}

function pagesOf(pages: Routing['notFound']): string {
  const { local, root } = notFoundPages({ notFound: pages })
  const rewrites = local.map(
    ({ file }, index) => `handle @local${index} {
rewrite * ${quoted(`/${file}`)}
file_server
}
`,
  )
  const matchers = local.map(
    ({ prefix }, index) => `@local${index} vars_regexp {http.request.orig_uri.path} \`^${escapeRegex(prefix)}\`\n`,
  )
  const fallback = root === undefined ? '' : `handle {\nrewrite * ${quoted(`/${root}`)}\nfile_server\n}\n`
  return `${matchers.join('')}header Content-Type \`text/html; charset=utf-8\`\n${rewrites.join('')}${fallback}`
}

/**
 * A path as a key of a `map`. Caddy reads `{$NAME}` as a variable before anything can be escaped, so a path with braces
 * becomes a regular expression.
 */
function key(path: string): string {
  if (!/[{}]/.test(path)) return quoted(path)
  const codes = escapeRegex(path).replaceAll(
    /\\([{}$])/g,
    (_, character) => `\\x${character.charCodeAt(0).toString(16)}`,
  )
  return `"~^${codes.replaceAll('"', '\\x22')}$"`
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\{}]/g, '\\$&')}"`
}

/** Indents the text with a tab per open block. */
function indented(text: string): string {
  let depth = 0
  const lines = text.split('\n').map((line) => {
    const bare = line.trim()
    if (bare === '}') depth -= 1
    const shown = bare && `${'\t'.repeat(depth)}${bare}`
    if (bare.endsWith('{')) depth += 1
    return shown
  })
  return lines.join('\n')
}
