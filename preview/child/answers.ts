import type { Answer } from '#preview/messages.ts'

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  woff2: 'font/woff2',
}

/** A file of the site, its type told by its name. */
export function fileAnswer(path: string, body: Answer['body'], status = 200): Answer {
  const ending = path.split('.').at(-1) ?? ''
  const type = (Object.hasOwn(types, ending) && types[ending]) || 'application/octet-stream'
  return { status, headers: { 'content-type': type, 'cache-control': cacheOf(path) }, body }
}

/** Pictures may be kept; scripts and styles change while their name does too, so nothing is lost by asking anew. */
function cacheOf(path: string): string {
  return path.startsWith('assets/') ? 'private, max-age=3600' : 'no-store'
}

export function htmlAnswer(html: string, status = 200): Answer {
  return fileAnswer('page.html', Buffer.from(html), status)
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return { status, headers, body: Buffer.from(JSON.stringify(value)) }
}

export function redirectAnswer(location: string, status: 301 | 307): Answer {
  return { status, headers: { location, 'cache-control': 'no-store' }, body: Buffer.alloc(0) }
}
