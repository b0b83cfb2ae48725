import { withoutFinalSlash } from './request-path.ts'

/**
 * The addresses of restricted pages that one shell answers: a single segment between two fixed parts, decoded, with
 * locale prefix.
 */
export type ShellPattern = {
  /** With a final slash, such as `/area/`. */
  prefix: string
  /** Empty, or with a leading slash, such as `/print`. */
  suffix: string
}

/** Whether a decoded path, with or without a final slash, is an address of a pattern. */
export function isShellAddress(path: string, { prefix, suffix }: ShellPattern): boolean {
  const bare = withoutFinalSlash(path)
  if (bare.length <= prefix.length + suffix.length || !bare.startsWith(prefix) || !bare.endsWith(suffix)) return false
  return !bare.slice(prefix.length, bare.length - suffix.length).includes('/')
}
