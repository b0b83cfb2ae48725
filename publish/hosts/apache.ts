import type { Routing } from '#publish/routing.ts'
import { contentTypes, textEndings } from './content-types.ts'
import { type Emission, emission } from './emission.ts'
import { escapeRegex, notFoundPages, type Rule, rulesOf } from './rules.ts'

const textTokens = /[\\ "]/g

/** `.htaccess` for the folder of the export. It needs `AllowOverride All`, mod_rewrite and, for headers, mod_headers. */
export function emitApache(routing: Routing): Emission {
  return emission({
    '.htaccess': [general(routing), types(), headers(routing), rewriting(routing)].join('\n'),
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
</IfModule>
`
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
${lines.join('')}</IfModule>
`
}

function rewriting(routing: Routing): string {
  const { gone, shells, pageFiles } = routing
  const [slashTest, bareTest, bareFile] =
    pageFiles === 'file'
      ? ['%{DOCUMENT_ROOT}/$1.html', '%{DOCUMENT_ROOT}/$1.html', '$1.html']
      : ['%{REQUEST_FILENAME}/index.html', '%{REQUEST_FILENAME}/index.html', '$1/index.html']
  return `<IfModule mod_rewrite.c>
RewriteEngine On
${rulesOf(routing, 'bare').map(redirect).join('')}${gone.map((path) => `RewriteRule ^${pattern(path)}/?$ - [G]\n`).join('')}
RewriteRule (^|/)\\.(?!well-known/) - [R=404,L]
RewriteCond ${slashTest} -f
RewriteRule ^([^/].*)/$ /$1 [R=301,L]
RewriteCond ${bareTest} -f
RewriteRule ^(.*[^/])$ ${bareFile} [B=%,END]
RewriteCond %{REQUEST_FILENAME} -d
RewriteRule . - [R=404,L]
${shells.map(({ prefix, file }) => `RewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^${pattern(prefix)}. ${token(file)} [END]\n`).join('')}</IfModule>
`
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
