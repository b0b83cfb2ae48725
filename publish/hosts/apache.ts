import type { Routing } from '#publish/routing.ts'
import { contentTypes, textEndings } from './content-types.ts'
import { type Emission, emission } from './emission.ts'
import { dotSegment, encodeSource, escapeRegex, notFoundPages, pageEnding, type Rule, rulesOf } from './rules.ts'

/**
 * Finds dot segments in the first line of a request. Apache resolves them before it chooses a rule, and the service
 * would resolve them again.
 */
const dotsInRequest = `^[A-Z]+ [^ ?]*${dotSegment}`

/**
 * The same rules in two files: `.htaccess` for the folder of the export, which needs `AllowOverride All` and is read
 * with each request, and `vhost.conf` for the virtual host, which is read once. Both need mod_rewrite and, for headers,
 * mod_headers.
 */
export function emitApache(routing: Routing): Emission {
  const errors = errorPages(routing)
  const rules = `Options -Indexes -MultiViews
DirectoryIndex index.html
DirectorySlash Off

${types()}
${headers(routing)}`
  const rewrites = rewriting(routing)
  return emission({
    '.htaccess': `${errors}${rules}\n${proxyRule(routing)}${rewrites}`,
    'vhost.conf': `# For the virtual host of the site, instead of .htaccess. Put this line before it: Define SITE_ROOT /folder/of/the/export
DocumentRoot "\${SITE_ROOT}"
# Some errors occur before Apache looks for a folder.
${errors}${proxyPass(routing)}<Directory "\${SITE_ROOT}">
AllowOverride None
Require all granted
${rules}
${rewrites}</Directory>
`,
  })
}

function errorPages(routing: Routing): string {
  const { local, root } = notFoundPages(routing)
  const { api, apiBase, serverErrors } = routing
  const documents = (statuses: number[], document: string): string =>
    statuses.map((status) => `ErrorDocument ${status} ${document}\n`).join('')
  const lost = (file: string): string => documents([404, 410], `"/${file}"`)
  const failed = (document: string): string => documents([500, 502, 503, 504], document)
  const ofSite = serverErrors.map(({ prefix, file }) => below(prefix, failed(`"/${file}"`)))
  return [
    root === undefined ? '' : lost(root),
    ...local.map(({ prefix, file }) => below(prefix, lost(file))),
    ...ofSite.reverse(), // the page for all addresses comes first
    api ? below(`${apiBase}/`, failed('default')) : '',
  ].join('')
}

/** Limits lines to addresses below a prefix. Apache applies no `<If>` to errors that occur early. */
function below(prefix: string, lines: string): string {
  if (prefix === '/') return lines
  return `<If "%{REQUEST_URI} =~ m#^${escapeRegex(prefix)}#">\n${lines.replaceAll(/^/gm, '  ').trimEnd()}\n</If>\n`
}

/** Limits lines to addresses outside the content service, whose responses stay unchanged. */
function outsideApi(lines: string, { api, apiBase }: Routing): string {
  if (!api) return lines.replaceAll(/^ {2}/gm, '')
  return `<If "%{REQUEST_URI} !~ m#^${escapeRegex(`${apiBase}/`)}#">\n${lines}</If>\n`
}

/**
 * `nocanon` passes the address on as it was sent. Otherwise, Apache would decode it. `nocanon` needs
 * `AllowEncodedSlashes`, which applies to the whole site.
 */
function proxyPass({ api, apiBase }: Routing): string {
  if (!api) return ''
  return `# The content service; needs mod_proxy and mod_proxy_http${api.target.startsWith('https:') ? ', and mod_ssl for its certificate' : ''}.
${api.target.startsWith('https:') ? 'SSLProxyEngine On\n' : ''}AllowEncodedSlashes NoDecode
ProxyErrorOverride Off
ProxyPass "${apiBase}/" "${api.target}/" nocanon
<Location "${apiBase}/">
<If "%{THE_REQUEST} =~ m#${dotsInRequest}#">
  Require all denied
</If>
</Location>
`
}

/**
 * The rule for `.htaccess`, where ProxyPass is not allowed. Settings that the proxy needs have to be in the virtual
 * host.
 */
function proxyRule({ api, apiBase }: Routing): string {
  if (!api) return ''
  const source = escapedRegex(encodeSource(apiBase))
  return `# The content service; needs mod_proxy and mod_proxy_http${api.target.startsWith('https:') ? ', mod_ssl, and "SSLProxyEngine On" in the virtual host' : ''}.
<IfModule mod_proxy.c>
RewriteEngine On
RewriteCond %{THE_REQUEST} "!${dotsInRequest}"
RewriteCond %{THE_REQUEST} "^[A-Z]+ ${source}(/[^ ?]*)"
RewriteRule ^${pattern(`${apiBase}/`)} ${token(api.target)}%1 [P,NE]
</IfModule>
`
}

function types(): string {
  const lines = Object.entries(contentTypes).map(
    ([type, endings]) => `  AddType ${type} ${endings.map((ending) => `.${ending}`).join(' ')}\n`,
  )
  return `<IfModule mod_mime.c>
${lines.join('')}  AddCharset utf-8 ${textEndings.map((ending) => `.${ending}`).join(' ')}
  RemoveLanguage .br
  AddEncoding br .br
  AddEncoding gzip .gz
</IfModule>
${typesOfCompressed().join('')}`
}

/** Apache gives `.gz` a type, which would win over the type of the compressed file. */
function typesOfCompressed(): string[] {
  return Object.entries(contentTypes).flatMap(([type, endings]) => {
    const texts = endings.filter((ending) => textEndings.includes(ending))
    if (texts.length === 0) return []
    return [`<FilesMatch "\\.(${texts.join('|')})\\.(br|gz)$">\n  ForceType "${type}; charset=utf-8"\n</FilesMatch>\n`]
  })
}

/**
 * Headers of assets are for successful responses only: the response for an asset that is missing or has moved must not
 * be cached for a year.
 */
function headers(routing: Routing): string {
  const { headers: all } = routing
  const lines = all.flatMap(({ name, value, assets }) => [
    `  Header always set ${name} "${value}"\n`,
    ...(assets === undefined
      ? []
      : [
          `  Header always set ${name} "${assets}" "expr=%{REQUEST_URI} =~ m#^/assets/# && %{REQUEST_STATUS} =~ /^(2|304)/"\n`,
        ]),
  ])
  return `<IfModule mod_headers.c>
${outsideApi(lines.join(''), routing)}  <FilesMatch "\\.(${textEndings.join('|')})(\\.(br|gz))?$">
    Header merge Vary Accept-Encoding
  </FilesMatch>
</IfModule>
`
}

function rewriting(routing: Routing): string {
  const { gone, shells, pageFiles } = routing
  const bareFile = `$1${pageEnding(routing)}`
  const pageTest = pageFiles === 'file' ? `%{DOCUMENT_ROOT}/${bareFile}` : '%{REQUEST_FILENAME}/index.html'
  const tombstones = gone.map((path) => `RewriteRule ^${pattern(path)}/?$ - [G]\n`)
  const moved = [...rulesOf(routing, 'bare').map(redirect), ...tombstones].join('')
  return `<IfModule mod_rewrite.c>
RewriteEngine On
${compressed('%{DOCUMENT_ROOT}/index.html', '^$', 'index.html')}RewriteCond %{DOCUMENT_ROOT}/index.html -f
RewriteRule ^$ index.html [END]
${skipForFiles(moved, pageTest)}${moved}
RewriteCond ${pageTest} -f
RewriteRule ^([^/].*)/$ /$1 [R=301,L]
${compressed('%{REQUEST_FILENAME}', '^(.+)$', '$1')}${compressed(pageTest, '^(.*[^/])$', bareFile)}RewriteCond ${pageTest} -f
RewriteRule ^(.*[^/])$ ${bareFile} [B=%,END]
RewriteRule (^|/)\\.(?!well-known/) - [R=404,L]
${shells.map(shellRules).join('')}RewriteCond %{REQUEST_FILENAME} -d
RewriteRule ^ - [R=404,L]
</IfModule>
`
}

/**
 * Rules for a restricted page, after those for files and pages. Like a page, it has one spelling, without a final
 * slash. Apache decodes the target.
 */
function shellRules({ prefix, suffix, file }: Routing['shells'][number]): string {
  const name = `${pattern(prefix)}[^/]+${escapedRegex(suffix)}`
  return `RewriteRule ^(${name})/$ /$1 [R=301,L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteRule ^${name}$ ${token(file.replaceAll('%', '%25'))} [END]
`
}

/**
 * A rule that skips all redirects for existing pages and files, because no redirect starts there. Requests for `.html`
 * are not skipped, because redirects may start at the file names of pages.
 */
function skipForFiles(rules: string, pageTest: string): string {
  const count = rules.split('RewriteRule ').length - 1
  if (count === 0) return ''
  return `RewriteCond %{REQUEST_FILENAME} -f [OR]
RewriteCond ${pageTest} -f
RewriteCond %{REQUEST_URI} !\\.html$
RewriteRule ^(.*?)/?$ - [S=${count}]
`
}

/** Rules for a file that has a compressed form beside it, for browsers that accept the compression. */
function compressed(file: string, source: string, target: string): string {
  return Object.entries({ br: 'br', gz: 'gzip' })
    .map(
      ([ending, encoding]) => `RewriteCond %{HTTP:Accept-Encoding} \\b${encoding}\\b(?!;\\s*q=0(?:\\.0*)?\\s*(?:,|$))
RewriteCond ${file}.${ending} -f
RewriteRule ${source} ${target}.${ending} [B=%,END]
`,
    )
    .join('')
}

/** Apache would put the query of the request after the fragment, so a target with a fragment needs two rules. */
function redirect({ from, path, query, fragment }: Rule): string {
  const source = `^${pattern(from)}/?$`
  const rule = (target: string): string => `RewriteRule ${source} ${token(target)} [R=301,L,NE]\n`
  if (!fragment || query) return rule(`${path}${query}${fragment}`)
  return `RewriteCond %{QUERY_STRING} .
RewriteRule ${source} ${token(path)}?%{QUERY_STRING}${token(fragment)} [R=301,L,NE]
${rule(`${path}${fragment}`)}`
}

/** A decoded path as rules in the folder of the export see it: without the first slash. */
function pattern(path: string): string {
  return escapedRegex(path.slice(1))
}

function escapedRegex(text: string): string {
  return escapeRegex(text).replaceAll(/[ "]/g, '\\$&')
}

/** A target as one argument of a rule, escaped so that nothing in it is a back-reference or ends the argument. */
function token(text: string): string {
  return text.replaceAll(/[%$ "]/g, '\\$&')
}
