import { splitTarget } from '#publish/redirects/redirect-address.ts'
import { encodedSign, encodePath, withoutFinalSlash } from '#publish/redirects/request-path.ts'
import { isShellAddress, type ShellPattern } from '#publish/redirects/shell-pattern.ts'
import type { Routing } from '#publish/routing.ts'
import type { Overrun } from './emission.ts'

/** Whether a host answers a page at `/x` or, with a hop from there, at `/x/`. */
export type PageForm = 'bare' | 'slash'

/**
 * The pattern of a dot segment in the path of a request as it was sent, in a whole line of a request, too. Whoever decodes slashes, or leaves
 * out the parameters of a segment, would leave the path of the content service by it.
 */
export const dotSegment = '(?:/|%2[fF]|%5[cC])(?:\\.|%2[eE]){1,2}(?:[/?; ]|%2[fF]|%5[cC]|%3[bB]|$)'

/** One redirect as hosts need it: the source decoded, without final slash; the target percent-encoded. */
export type Rule = {
  from: string
  /** The `Location` without query and fragment; with the origin of another domain family before it, where it leads there. */
  path: string
  /** With its `?`, or empty: then the request's query is kept. */
  query: string
  /** With its `#`, or empty. */
  fragment: string
  /** Path, query and fragment together. */
  target: string
}

/** What a host answers in the place of a content service that is away. */
export const apiAway = '{"code":502,"message":"The content service does not answer."}'

/**
 * The redirects of an export. With `slash`, targets that are pages get their final slash, so that a host which insists on it
 * needs no second hop; files of the form `{path}.html` are answered bare everywhere.
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
 * The redirects without those from the name of a page's own file (`/about/index.html`), for hosts where that file wins or the rule
 * would catch the page too. `covered` are those of them that lead elsewhere; the rest need no rule, because the page is shown.
 */
export function withoutPageFiles(rules: Rule[], { pages, pageFiles }: Routing): { rules: Rule[]; covered: string[] } {
  const pageOf = new Map(pages.map((path) => [pageFile(path, { pageFiles }), path]))
  const covered = rules.filter(({ from, target }) => {
    const page = pageOf.get(from)
    return page !== undefined && withoutFinalSlash(target) !== encodePath(page)
  })
  return { rules: rules.filter(({ from }) => !pageOf.has(from)), covered: covered.map(({ from }) => from) }
}

/** A query or fragment in which a stray "%" is encoded too, and the signs to which configurations give a meaning. */
function safe(text: string): string {
  return text.replaceAll(/["$'()*;\\`{|}]|%(?![0-9a-f]{2})/gi, encodedSign)
}

/** What the file name of a page adds to its path. */
export function pageEnding({ pageFiles }: Pick<Routing, 'pageFiles'>): string {
  return pageFiles === 'file' ? '.html' : '/index.html'
}

/** The file of a page, from the root of the export: `/about/index.html`. */
export function pageFile(path: string, routing: Pick<Routing, 'pageFiles'>): string {
  return path === '/' ? '/index.html' : `${path}${pageEnding(routing)}`
}

/** True for a path whose last segment ends like a file: `/wp-content/privacy.pdf`. */
export function isFileLike(path: string): boolean {
  return /\.[a-z0-9]{1,12}$/i.test(path)
}

/** A source without and with its final slash; the root has one spelling. */
export function bothForms(path: string): string[] {
  return path === '/' ? ['/'] : [path, `${path}/`]
}

/** A decoded source as browsers send it; hosts that match the encoded address compare it with this, character by character. */
export function encodeSource(path: string): string {
  return new URL(`http://site.invalid${path.replaceAll('%', '%25')}#`).pathname // without "#" a space at the end would be dropped
}

/** The same source as old systems and some clients encode it, with digits such as `%c4`; `undefined` when that is the same spelling. */
export function lowerCaseSource(path: string): string | undefined {
  const encoded = encodeSource(path)
  const lower = encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  return lower === encoded ? undefined : lower
}

/** The pattern of a shell as browsers send it, with ":page" in the place of the page's name. */
export function encodeShell({ prefix, suffix }: ShellPattern): string {
  return `${encodeSource(prefix)}:page${suffix && encodeSource(suffix)}`
}

/** Pages at addresses that the pattern of a shell would take in. */
export function openPages({ pages, shells }: Routing): string[] {
  return pages.filter((path) => shells.some((shell) => isShellAddress(path, shell)))
}

/** Whether a pattern stands directly below a home, where it would take in files of the export as well: `/:slug`, `/en/:slug`. */
export function isBelowHome({ prefix }: ShellPattern, { notFound }: Routing): boolean {
  return prefix === '/' || notFound.some((home) => home.prefix === prefix)
}

/** For hosts where rules win over files: a pattern directly below a home would hide its pages and files. */
export function unshownShells(routing: Routing, host: string): Overrun[] {
  return routing.shells
    .filter((shell) => isBelowHome(shell, routing))
    .map(({ prefix, suffix }) => ({
      limit: `On ${host} a rule for the restricted pages at "${prefix}:slug${suffix}" would hide files and other pages`,
      hint: 'Give these pages a folder of their own at the service, as in /area/:slug.',
    }))
}

/** A text as a regular expression that matches it alone. */
export function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** A file of the export as an address: `/area/index.html`, or `/area/` in the form that directories have. */
export function addressOfFile(file: string, { asFolder = false } = {}): string {
  const address = `/${encodePath(file)}`
  return asFolder ? address.replace(/\/index\.html$/, '/').replace(/\.html$/, '') : address
}

/** 404 pages below a locale's prefix, longest first, and the one for the rest. */
export function notFoundPages({ notFound }: Pick<Routing, 'notFound'>): {
  local: Routing['notFound']
  root: string | undefined
} {
  return {
    local: notFound.filter(({ prefix }) => prefix !== '/'),
    root: notFound.find(({ prefix }) => prefix === '/')?.file,
  }
}
