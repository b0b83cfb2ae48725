import { decodeText, encodePath, withoutFinalSlash } from './request-path.ts'

/**
 * The target of a redirect: a decoded path without a final slash, and the query and fragment as written. The origin is
 * empty for an address of this site.
 */
export type Target = { origin: string; path: string; query: string; fragment: string }

const encodedRun = /(?:%[0-9a-f]{2})+/gi
/** Characters that a path may hold only encoded. Some hosts decode them and others do not. */
const ambiguous = /%(?:2f|5c|3f|23|[01][0-9a-f]|7f)/i

/**
 * The canonical spelling of a path, which is compared and stored: percent-decoded, Unicode form C, without a final
 * slash. Case is kept, because hosts match it (spec §2.9: the exact path). Never apply this twice: a decoded `%` is a
 * character like any other.
 */
export function plainPath(path: string): string {
  return withoutFinalSlash(decodeText(path).normalize('NFC'))
}

const originPart = /^https?:\/\/[^/?#]*/i

/** The parts of a valid target (see `targetProblem`), in the spelling that is compared. */
export function parseTarget(target: string): Target {
  const { origin, path, ...behind } = splitTarget(target)
  return { origin: origin && new URL(origin).origin, path: plainPath(path), ...behind }
}

export function writeTarget({ origin, path, query, fragment }: Target): string {
  return `${origin}${path}${query}${fragment}`
}

/** The parts of a target as written, without decoding. An origin is always followed by a path. */
export function splitTarget(target: string): Target {
  const origin = originPart.exec(target)?.[0] ?? ''
  const rest = target.slice(origin.length)
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(rest) ?? []
  return { origin, path: origin && !path ? '/' : path, query, fragment }
}

/**
 * A compiled target as a `Location`. Its path is decoded, and "%" in it is an ordinary character. The query of the
 * request is kept unless the target has one.
 */
export function locationOf(target: string, search: string): string {
  const { origin, path, query, fragment } = splitTarget(target)
  const url = new URL(`${query}${fragment}`, 'http://site.invalid')
  return `${origin}${encodePath(path)}${url.search || search}${url.hash}`
}

/** Why a text cannot be the source of a redirect; `undefined` if it can. */
export function sourceProblem(source: string): string | undefined {
  if (/[?#]/.test(source)) return 'expected only a path: hosts match neither a query ("?") nor a fragment ("#")'
  if (/\*|\/:/.test(plainPath(source))) return 'expected one address: patterns with "*" or ":name" are not supported'
  return pathProblem(source)
}

/** Why a text cannot be the target of a redirect; `undefined` if it can. */
export function targetProblem(given: string): string | undefined {
  const { origin, path, query, fragment } = splitTarget(given)
  if (origin && (!URL.canParse(origin) || origin.includes('@'))) return `"${origin}" is not an origin`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
  if (/[\s\u0000-\u001f\u007f]/.test(`${query}${fragment}`))
    return 'expected a query or fragment without spaces; write "%20"'
  return pathProblem(path)
}

function pathProblem(path: string): string | undefined {
  if (!/^\/(?!\/)/.test(path)) return 'expected a path that starts with one "/"'
  if (!path.isWellFormed()) return 'it contains half a character (a lone surrogate)'
  if (ambiguous.test(path)) return 'it contains an encoded "/", "\\", "?", "#" or control character'
  const run = path.match(encodedRun)?.find((encoded) => decodeText(encoded) === encoded)
  if (run) return `"${run}" is not the encoding of UTF-8 text`
  const plain = plainPath(path)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
  if (/[\u0000-\u001f\u007f-\u009f\\]/.test(plain)) return 'it contains a control character or "\\"'
  const odd = plain === '/' ? [] : plain.split('/').slice(1)
  if (odd.some((segment) => ['', '.', '..'].includes(segment))) return 'it has an empty segment, "." or ".."'
  return undefined
}
