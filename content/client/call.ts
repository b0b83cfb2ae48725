/** One read of the service: `path` below the base address, percent-encoded, without the locale. */
export type Call = { path: string; locale: string; query?: Record<string, string>; commerce?: boolean }

const longestPath = 200

/** How messages name a call: `GET /posts/x (de)`. */
export function nameOf({ path, locale }: Call): string {
  return `GET ${path.length > longestPath ? `${path.slice(0, longestPath)}…` : path} (${locale})`
}

/**
 * An id or slug as one segment of a path, percent-encoded. Nothing for what no address can hold in one segment: an empty
 * text, `.` and `..` (encoded or not, they are steps), half a character.
 */
export function pathSegment(key: string): string | undefined {
  if (key === '' || key === '.' || key === '..' || !key.isWellFormed()) return undefined
  return encodeURIComponent(key)
}
