import type { Routing } from '#publish/routing.ts'
import { contentTypes, textEndings } from './content-types.ts'
import { type Emission, emission } from './emission.ts'
import { escapeRegex, notFoundPages, type Rule, rulesOf } from './rules.ts'

const textTokens = /[\\ "]/g

/**
 * The same rules twice: `.htaccess` for the folder of the export, which needs `AllowOverride All` and is read with each request, and
 * `vhost.conf` for the virtual host, which is read once. Both need mod_rewrite and, for headers, mod_headers.
 */
export function emitApache(routing: Routing): Emission {
  const rules = [general(routing), types(), headers(routing), rewriting(routing)].join('\n')
  return emission({
    '.htaccess': rules,
    'vhost.conf': `# For the virtual host of the site, in the place of .htaccess. Before it: Define SITE_ROOT /folder/of/the/export
DocumentRoot "\${SITE_ROOT}"
<Directory "\${SITE_ROOT}">
AllowOverride None
Require all granted
${rules}</Directory>
`,
  })
}

function general(routing: Routing): string {
  const { local, root } = notFoundPages(routing)
  const documents = (file: string, indent = ''): string =>
    [404, 410].map((status) => `${indent}ErrorDocument ${status} "/${file}"\n`).join('')
  const localized = local.map(
    ({ prefix, file }) => `<If "%{REQUEST_URI} =~ m#^${escapeRegex(prefix)}#">\n${documents(file, '  ')}</If>\n`,
  )
  return `Options -Indexes -MultiViews
DirectoryIndex index.html
DirectorySlash Off
${root === undefined ? '' : documents(root)}${localized.join('')}`
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

/** Apache knows `.gz` as a type of its own, which would win over the type of the file that was compressed. */
function typesOfCompressed(): string[] {
  return Object.entries(contentTypes).flatMap(([type, endings]) => {
    const texts = endings.filter((ending) => textEndings.includes(ending))
    if (texts.length === 0) return []
    return [`<FilesMatch "\\.(${texts.join('|')})\\.(br|gz)$">\n  ForceType "${type}; charset=utf-8"\n</FilesMatch>\n`]
  })
}

/** A missing asset must not be kept for a year, so what holds for assets holds for good answers only. */
function headers({ headers: all }: Routing): string {
  const lines = all.flatMap(({ name, value, assets }) => [
    `  Header always set ${name} "${value}"\n`,
    ...(assets === undefined
      ? []
      : [
          `  Header always set ${name} "${assets}" "expr=%{REQUEST_URI} =~ m#^/assets/# && %{REQUEST_STATUS} -lt 400"\n`,
        ]),
  ])
  return `<IfModule mod_headers.c>
${lines.join('')}  <FilesMatch "\\.(${textEndings.join('|')})(\\.(br|gz))?$">
    Header merge Vary Accept-Encoding
  </FilesMatch>
</IfModule>
`
}

function rewriting(routing: Routing): string {
  const { gone, shells, pageFiles } = routing
  const [slashTest, bareTest, bareFile] =
    pageFiles === 'file'
      ? ['%{DOCUMENT_ROOT}/$1.html', '%{DOCUMENT_ROOT}/$1.html', '$1.html']
      : ['%{REQUEST_FILENAME}/index.html', '%{REQUEST_FILENAME}/index.html', '$1/index.html']
  const tombstones = gone.map((path) => `RewriteRule ^${pattern(path)}/?$ - [G]\n`)
  const moved = [...rulesOf(routing, 'bare').map(redirect), ...tombstones].join('')
  return `<IfModule mod_rewrite.c>
RewriteEngine On
${skipForFiles(moved, slashTest)}${moved}
RewriteRule (^|/)\\.(?!well-known/) - [R=404,L]
RewriteCond ${slashTest} -f
RewriteRule ^([^/].*)/$ /$1 [R=301,L]
${compressed('%{DOCUMENT_ROOT}/index.html', '^$', 'index.html')}${compressed('%{REQUEST_FILENAME}', '^(.+)$', '$1')}${compressed(bareTest, '^(.*[^/])$', bareFile)}RewriteCond ${bareTest} -f
RewriteRule ^(.*[^/])$ ${bareFile} [B=%,END]
RewriteCond %{REQUEST_FILENAME} -d
RewriteRule . - [R=404,L]
${shells.map(({ prefix, file }) => `RewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^${pattern(prefix)}. ${token(file)} [END]\n`).join('')}</IfModule>
`
}

/** No redirect stands at the address of a file or page, so what is there need not be compared with each of them. */
function skipForFiles(rules: string, pageTest: string): string {
  const count = rules.split('RewriteRule ').length - 1
  if (count === 0) return ''
  return `RewriteCond %{REQUEST_FILENAME} -f [OR]
RewriteCond ${pageTest} -f
RewriteRule ^(.*?)/?$ - [S=${count}]
`
}

/** Rules for a file that has a compressed one beside it, for browsers that take that. */
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

/** Apache puts the request's query behind a fragment, so such a target takes two rules. */
function redirect({ from, path, query, fragment }: Rule): string {
  const source = `^${pattern(from)}/?$`
  const rule = (target: string): string => `RewriteRule ${source} ${token(target)} [R=301,L,NE]\n`
  if (!fragment || query) return rule(`${path}${query}${fragment}`)
  return `RewriteCond %{QUERY_STRING} .
RewriteRule ${source} ${token(path)}?%{QUERY_STRING}${token(fragment)} [R=301,L,NE]
${rule(`${path}${fragment}`)}`
}

/** A decoded path as the folder of the file sees it, without the first slash. */
function pattern(path: string): string {
  return escapeRegex(path.slice(1)).replaceAll(/[ "]/g, '\\$&')
}

/** A target in which nothing is a back-reference or the end of the argument. */
function token(text: string): string {
  return text
    .replaceAll(/[%$]/g, '\\$&')
    .replaceAll(textTokens, (character) => (character === '\\' ? '\\' : `\\${character}`))
}
