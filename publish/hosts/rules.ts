import { splitTarget } from '#publish/redirects/redirect-address.ts'
import { encodedSign, encodePath, withoutFinalSlash } from '#publish/redirects/request-path.ts'
import { isShellAddress, type ShellPattern } from '#publish/redirects/shell-pattern.ts'
import type { Routing } from '#publish/routing.ts'
import type { Overrun } from './emission.ts'

/** Whether a host answers a page at `/x`, or at `/x/` with a redirect from `/x`. */
export type PageForm = 'bare' | 'slash'

/**
 * The pattern of a dot segment in the raw path of a request, or in a raw request line. A server that decodes slashes,
 * or drops the parameters of a segment, would leave the path of the content service through such a segment.
 */
export const dotSegment = '(?:/|%2[fF]|%5[cC])(?:\\.|%2[eE]){1,2}(?:[/?; ]|%2[fF]|%5[cC]|%3[bB]|$)'

/**
 * One redirect in the form that hosts need: the source decoded and without a final slash, the target percent-encoded.
 */
export type Rule = {
  from: string
  /** The `Location` without query and fragment, with the origin of another domain family if it points there. */
  path: string
  /** With its `?`, or empty: the query of the request is then kept. */
  query: string
  /** With its `#`, or empty. */
  fragment: string
  /** Path, query and fragment together. */
  target: string
}

/** The response of a host if the content service is unreachable. */
export const apiUnavailableBody = '{"code":502,"message":"The content service does not answer."}'

/**
 * The redirects of an export. With `slash`, targets that are pages get a final slash, so that a host that insists on it
 * needs no second hop. Files of the form `{path}.html` are answered without the slash everywhere.
 */
export function rulesOf({ redirects, pages, pageFiles }: Routing, form: PageForm): Rule[] {
  const known = new Set(pages)
  const isSlashed = (path: string): boolean =>
    form === 'slash' && pageFiles === 'directory' && path !== '/' && (known.has(path) || !isFileLike(path))
  return redirects.map(({ from, to }) => {
    const { origin, path: plain, query, fragment } = splitTarget(to)
    const path = `${origin}${encodePath(plain)}${isSlashed(plain) ? '/' : ''}`
    const rest = new URL(`${query}${fragment}`, 'http://site.invalid')
    const encoded = { query: safe(rest.search), fragment: safe(rest.hash) }
    return { from: withoutFinalSlash(from), path, ...encoded, target: `${path}${encoded.query}${encoded.fragment}` }
  })
}

/**
 * The redirects without those from the name of a page's own file (`/about/index.html`), for hosts where that file wins
 * or the rule would match the page too. `covered` are the sources of those that point elsewhere. The others need no
 * rule, because the page is shown.
 */
export function withoutPageFiles(rules: Rule[], { pages, pageFiles }: Routing): { rules: Rule[]; covered: string[] } {
  const pageOf = new Map(pages.map((path) => [pageFile(path, { pageFiles }), path]))
  const covered = rules.filter(({ from, target }) => {
    const page = pageOf.get(from)
    return page !== undefined && withoutFinalSlash(target) !== encodePath(page)
  })
  return { rules: rules.filter(({ from }) => !pageOf.has(from)), covered: covered.map(({ from }) => from) }
}

/** Percent-encodes stray "%" signs in a query or fragment, and the characters that have a meaning in configurations. */
function safe(text: string): string {
  return text.replaceAll(/["$'()*;\\`{|}]|%(?![0-9a-f]{2})/gi, encodedSign)
}

/** The suffix that turns the path of a page into its file name. */
export function pageEnding({ pageFiles }: Pick<Routing, 'pageFiles'>): string {
  return pageFiles === 'file' ? '.html' : '/index.html'
}

/** The file of a page, from the root of the export, such as `/about/index.html`. */
export function pageFile(path: string, routing: Pick<Routing, 'pageFiles'>): string {
  return path === '/' ? '/index.html' : `${path}${pageEnding(routing)}`
}

/** Whether the last segment of a path has a file extension, as in `/wp-content/privacy.pdf`. */
export function isFileLike(path: string): boolean {
  return /\.[a-z0-9]{1,12}$/i.test(path)
}

/** A source without and with a final slash. The root has only one spelling. */
export function bothForms(path: string): string[] {
  return path === '/' ? ['/'] : [path, `${path}/`]
}

/** A decoded source as browsers send it. Hosts that match the encoded address compare it character by character. */
export function encodeSource(path: string): string {
  // Without "#", a space at the end would be dropped.
  return new URL(`http://site.invalid${path.replaceAll('%', '%25')}#`).pathname
}

/**
 * The same source as old systems and some clients encode it, with lower-case digits such as `%c4`; `undefined` if that
 * is the same spelling.
 */
export function lowerCaseSource(path: string): string | undefined {
  const encoded = encodeSource(path)
  const lower = encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  return lower === encoded ? undefined : lower
}

/** The pattern of a shell as browsers send it, with ":page" instead of the page's name. */
export function encodeShell({ prefix, suffix }: ShellPattern): string {
  return `${encodeSource(prefix)}:page${suffix && encodeSource(suffix)}`
}

/** Pages whose addresses the pattern of a shell would match. */
export function openPages({ pages, shells }: Routing): string[] {
  return pages.filter((path) => shells.some((shell) => isShellAddress(path, shell)))
}

/** Whether a pattern is directly below a home (`/:slug`, `/en/:slug`), where it would match files of the export too. */
export function isBelowHome({ prefix }: ShellPattern, { notFound }: Routing): boolean {
  return prefix === '/' || notFound.some((home) => home.prefix === prefix)
}

/**
 * The shells that hosts cannot answer if rules win over files: a pattern directly below a home would hide its pages and
 * files.
 */
export function unshownShells(routing: Routing, host: string): Overrun[] {
  return routing.shells
    .filter((shell) => isBelowHome(shell, routing))
    .map(({ prefix, suffix }) => ({
      limit: `On ${host} a rule for the restricted pages at "${prefix}:slug${suffix}" would hide files and other pages`,
      hint: 'Give these pages a folder of their own at the service, as in /area/:slug.',
    }))
}

/** A text as a regular expression that matches only that text. */
export function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** The address of a file of the export: `/area/index.html`, or `/area/` in the form of directories. */
export function addressOfFile(file: string, { asFolder = false } = {}): string {
  const address = `/${encodePath(file)}`
  return asFolder ? address.replace(/\/index\.html$/, '/').replace(/\.html$/, '') : address
}

/** The 404 pages below the prefix of a locale, longest prefix first, and the 404 page for all other paths. */
export function notFoundPages({ notFound }: Pick<Routing, 'notFound'>): {
  local: Routing['notFound']
  root: string | undefined
} {
  return {
    local: notFound.filter(({ prefix }) => prefix !== '/'),
    root: notFound.find(({ prefix }) => prefix === '/')?.file,
  }
}
