import type { SiteHeader } from '#publish/headers.ts'
import type { Routing } from '#publish/routing.ts'
import { contentTypes, textTypes } from './content-types.ts'
import { type Emission, emission } from './emission.ts'
import {
  apiUnavailableBody,
  bothForms,
  dotSegment,
  encodeSource,
  escapeRegex,
  notFoundPages,
  pageEnding,
  rulesOf,
} from './rules.ts'

/** nginx stores the length of an exact location in one byte. A longer location matches nothing and hides others. */
const maxExactBytes = 255
/** nginx reads its files in blocks of 4096 bytes, and does not start if a file has a longer word. */
const maxWordBytes = 4000

/**
 * `site.conf` for a `server {}` block that sets `root`, and `map.conf` for the `http {}` block around it. Redirects are
 * `location =`: exact, case-sensitive and decoded, and found with a single look-up. Keys of a `map` would ignore case.
 */
export function emitNginx(routing: Routing): Emission {
  const { locations, tooLong } = redirectLocations(routing)
  return emission({ 'site.conf': siteConf(routing, locations), 'map.conf': mapConf(routing) }, [
    {
      limit: `nginx does not start if its files contain an address of more than about ${maxWordBytes} bytes`,
      entries: tooLong,
      hint: 'Remove these redirects from redirects.json.',
    },
  ])
}

function siteConf(routing: Routing, redirects: string): string {
  const types = Object.entries(contentTypes).map(([type, endings]) => `  ${type} ${endings.join(' ')};`)
  return `# For the server block of the site. It needs map.conf in the http block, and a "root" that is the folder of the export.
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
${routing.serverErrors.length > 0 ? 'error_page 500 502 503 504 $site_server_error;\n' : ''}
${apiLocations(routing)}${redirects}
# Hidden files are not served, but the name of a page may begin with a dot, as in /blog/.net.
location ~ "/\\.(?!well-known/).*[^/]$" {
  try_files $uri${pageEnding(routing)} =404;
}

${shellLocations(routing)}${pageLocations(routing)}`
}

function redirectLocations(routing: Routing): { locations: string; tooLong: string[] } {
  const gone = routing.gone.map((from) => ({ from, answer: 'return 410;' }))
  const moved = rulesOf(routing, 'bare').map((rule) => ({
    from: rule.from,
    answer: `return 301 "${rule.path}${rule.query || '$is_args$args'}${rule.fragment}";`,
  }))
  const all = [...moved, ...gone].map(({ from, answer }) => {
    const names = bothForms(from).map(locationName)
    const isTooLong = [...names, answer].some((word) => Buffer.byteLength(word) > maxWordBytes)
    return { from, isTooLong, text: names.map((name) => `location ${name} { ${answer} }\n`).join('') }
  })
  return {
    locations: all.map(({ isTooLong, text }) => (isTooLong ? '' : text)).join(''),
    tooLong: all.flatMap(({ isTooLong, from }) => (isTooLong ? [from] : [])),
  }
}

function locationName(path: string): string {
  const isLong = Buffer.byteLength(path) > maxExactBytes
  return isLong ? `~ ${quoted(`^${escapeRegex(path)}$`)}` : `= ${quoted(path)}`
}

/**
 * Removes a final slash that a page does not have, and keeps the query. `$site_bare` is empty for malformed addresses.
 */
function pageLocations(routing: Routing): string {
  const { redirects, gone } = routing
  const ending = pageEnding(routing)
  // If "/" has moved or is gone, the location of "/" is the redirect or tombstone.
  const isMoved = gone.includes('/') || redirects.some(({ from }) => from === '/')
  const home = isMoved ? '' : 'location = / {\n  try_files /index.html =404;\n}\n\n'
  return `${home}location ~ "^(?<site_page>/.+)/$" {
  set $site_target $site_bare;
  if (!-f "$document_root$site_page${ending}") { set $site_target ""; }
  if ($site_target) { return 301 $site_target; }
  return 404;
}

location / {
  try_files $uri${ending} $uri =404;
}
`
}

function shellLocations(routing: Routing): string {
  return routing.shells
    .map(({ prefix, suffix, file }) => {
      const area = prefix.slice(0, -1)
      const pattern = `^(?<site_area>${escapeRegex(area)})/[^/]+${escapeRegex(suffix)}`
      return `location ~ ${quoted(`${pattern}/$`)} {
  if ($site_bare) { return 301 $site_bare; }
  return 404;
}

location ~ ${quoted(`${pattern}$`)} {
  try_files $uri${pageEnding(routing)} $uri ${quoted(`$site_area${`/${file}`.slice(area.length)}`)};
}

`
    })
    .join('')
}

/**
 * This location has its own `error_page` and `add_header`, so that those of the site do not apply to the service. The
 * address is passed on as it was sent, because nginx would decode it.
 */
function apiLocations({ apiBase, api }: Routing): string {
  if (!api) return ''
  const { protocol, host, hostname } = new URL(api.target)
  return `location ^~ ${quoted(`${apiBase}/`)} {
  if ($site_api_uri = "") { return 404; }
  proxy_pass ${protocol}//site_api$site_api_uri;
  proxy_http_version 1.1;
  proxy_set_header Host "${host}";
  proxy_set_header Connection "";
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Host $http_host;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_ssl_name "${hostname}";
  proxy_ssl_server_name on;
  proxy_redirect off;
  proxy_intercept_errors off;
  client_max_body_size ${api.maxBytes};
  charset off;
  add_header X-Site-None "";
  error_page 502 504 = @site_api_away;
}

location @site_api_away {
  types { }
  default_type application/json;
  add_header Cache-Control "no-store" always;
  return 502 '${apiUnavailableBody}';
}

`
}

/**
 * Dot segments are refused: nginx resolves them before it chooses the location, and the service would resolve them
 * again.
 */
function apiMaps({ apiBase, api }: Routing): string {
  if (!api) return ''
  const { protocol, hostname, port, pathname } = new URL(api.target)
  return `upstream site_api {
  server ${hostname}:${port || (protocol === 'https:' ? 443 : 80)};
}
map $request_uri $site_api_uri {
  default "";
  "~^${escapeRegex(encodeSource(apiBase))}(?![^?]*${dotSegment})(?<site_api_rest>/.*)$" "${pathname === '/' ? '' : pathname}$site_api_rest";
}
`
}

function mapConf(routing: Routing): string {
  const { local, root } = notFoundPages(routing)
  const lineOf = ({ prefix, file }: Routing['notFound'][number]): string =>
    `  ${prefix === '/' ? 'default' : `"~^${escapeRegex(prefix)}"`} "/${file}";\n`
  const pages = local.map(lineOf)
  const failed = routing.serverErrors.map(lineOf)
  const caching = routing.headers
    .filter(({ assets }) => assets !== undefined)
    .map(
      (header) => `map $status$uri ${variableOf(header)} {
  default "${header.value}";
  "~^(2..|304)/assets/" "${header.assets}";
}
`,
    )
  return `# For the http block, once.
map $uri $site_not_found {
  default "/${root ?? '404.html'}";
${pages.join('')}}
${failed.length > 0 ? `map $uri $site_server_error {\n${failed.join('')}}\n` : ''}${apiMaps(routing)}map $request_uri $site_bare {
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
