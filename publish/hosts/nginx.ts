import type { SiteHeader } from '#publish/headers.ts'
import type { Routing } from '#publish/routing.ts'
import { contentTypes, textTypes } from './content-types.ts'
import { type Emission, emission } from './emission.ts'
import { addressOfFile, bothForms, escapeRegex, notFoundPages, type Rule, rulesOf } from './rules.ts'

/**
 * `site.conf` for a `server {}` block that names `root`, and `map.conf` for the `http {}` block around it. Redirects are
 * `location =`: exact, case-sensitive, decoded, at the price of one look-up; keys of a `map` would ignore case.
 */
export function emitNginx(routing: Routing): Emission {
  return emission({ 'site.conf': siteConf(routing), 'map.conf': mapConf(routing) })
}

function siteConf(routing: Routing): string {
  const types = Object.entries(contentTypes).map(([type, endings]) => `  ${type} ${endings.join(' ')};`)
  return `# For the server block of the site. It needs map.conf in the http block, and "root" on the folder of the export.
charset utf-8;
charset_types ${textTypes.join(' ')};
types {
${types.join('\n')}
}
default_type application/octet-stream;
absolute_redirect off;
gzip_static on;
gzip_vary on;

${routing.headers.map((header) => `add_header ${header.name} ${textOf(header)} always;`).join('\n')}

error_page 404 ${routing.notFound.length > 0 ? '$site_not_found' : '/404.html'};
error_page 410 =410 ${routing.notFound.length > 0 ? '$site_not_found' : '/404.html'};

${redirectLocations(routing)}
location ~ "/\\.(?!well-known/)" {
  return 404;
}

${shellLocations(routing)}${pageLocations(routing)}`
}

function redirectLocations(routing: Routing): string {
  const gone = routing.gone.map((path) => ({ path, answer: 'return 410;' }))
  const moved = rulesOf(routing, 'bare').map((rule) => ({
    path: rule.from,
    answer: `return 301 "${locationOf(rule)}";`,
  }))
  return [...moved, ...gone]
    .flatMap(({ path, answer }) => bothForms(path).map((form) => `location = ${quoted(form)} { ${answer} }\n`))
    .join('')
}

function locationOf({ path, query, fragment }: Rule): string {
  return `${path}${query || '$is_args$args'}${fragment}`
}

/** A final slash that a page does not have is taken away; the query stays. `$site_bare` is empty for odd addresses. */
function pageLocations({ pageFiles }: Routing): string {
  const [page, tries] =
    pageFiles === 'file' ? ['$site_page.html', '$uri.html $uri'] : ['$site_page/index.html', '$uri/index.html $uri']
  return `location = / {
  try_files /index.html =404;
}

location ~ "^(?<site_page>/.+)/$" {
  set $site_target $site_bare;
  if (!-f "$document_root${page}") { set $site_target ""; }
  if ($site_target) { return 301 $site_target; }
  return 404;
}

location / {
  try_files ${tries} =404;
}
`
}

function shellLocations({ shells, pageFiles }: Routing): string {
  const tries = pageFiles === 'file' ? '$uri $uri.html' : '$uri $uri/index.html'
  return shells
    .map(
      ({
        prefix,
        file,
      }) => `location = ${quoted(prefix)} { return 301 "${addressOfFile(file, { asFolder: true }).replace(/\/$/, '')}$is_args$args"; }
location ^~ ${quoted(prefix)} {
  try_files ${tries} ${quoted(`/${file}`)};
}

`,
    )
    .join('')
}

function mapConf(routing: Routing): string {
  const { local, root } = notFoundPages(routing)
  const pages = local.map(({ prefix, file }) => `  "~^${escapeRegex(prefix)}" "/${file}";\n`)
  const caching = routing.headers
    .filter(({ assets }) => assets !== undefined)
    .map(
      (header) => `map $uri ${variableOf(header)} {
  default "${header.value}";
  "~^/assets/" "${header.assets}";
}
`,
    )
  return `# For the http block, once.
map $uri $site_not_found {
  default "/${root ?? '404.html'}";
${pages.join('')}}
map $request_uri $site_bare {
  default "";
  "~^(?<site_path>(?:/[^/?]+)+)/(?<site_query>\\?.*)?$" "$site_path$site_query";
}
${caching.join('')}`
}

function textOf(header: SiteHeader): string {
  return header.assets === undefined ? `"${header.value}"` : variableOf(header)
}

function variableOf({ name }: SiteHeader): string {
  return `$site_${name.toLowerCase().replaceAll('-', '_')}`
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
