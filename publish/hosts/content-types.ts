/** Types of all files that an export can hold, by file extension. Several hosts do not know AVIF or web manifests. */
export const contentTypes: Record<string, string[]> = {
  'text/html': ['html'],
  'text/css': ['css'],
  'text/javascript': ['js', 'mjs'],
  'text/plain': ['txt'],
  'application/json': ['json', 'map'],
  'application/manifest+json': ['webmanifest'],
  'application/xml': ['xml'],
  'application/atom+xml': ['atom'],
  'application/pdf': ['pdf'],
  'image/svg+xml': ['svg', 'svgz'],
  'image/avif': ['avif'],
  'image/webp': ['webp'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/x-icon': ['ico'],
  'font/woff2': ['woff2'],
  'font/woff': ['woff'],
  'video/mp4': ['mp4'],
  'video/webm': ['webm'],
}

/** Text types, to be sent as UTF-8. `text/html` is left out, because hosts send it as UTF-8 by default. */
export const textTypes: string[] = Object.keys(contentTypes).filter(
  (type) => type !== 'text/html' && /^text\/|\b(?:json|xml)$/.test(type),
)

/** Extensions of text files, including `html`. */
export const textEndings: string[] = ['text/html', ...textTypes].flatMap((type) => contentTypes[type] ?? [])

/** The type of a file by its extension, with the charset if it is text. */
export function typeOfFile(path: string): string {
  const ending = path.split('.').at(-1) ?? ''
  const [type = 'application/octet-stream'] = Object.entries(contentTypes).find(([, all]) => all.includes(ending)) ?? []
  return textEndings.includes(ending) ? `${type}; charset=utf-8` : type
}
