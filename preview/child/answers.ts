import { hash } from 'node:crypto'
import type { Answer } from '#preview/messages.ts'
import { typeOfFile } from '#publish/hosts/content-types.ts'
import type { ShownPage } from './site/shown-page.ts'

/** A file of the site. Its name determines its type. */
export function fileAnswer(path: string, body: Answer['body'], status = 200): Answer {
  // the names of files in `assets/` change with their bytes
  const caching = path.startsWith('assets/') ? 'private, max-age=3600' : 'no-store'
  return { status, headers: { 'content-type': typeOfFile(path), 'cache-control': caching }, body }
}

export function htmlAnswer(html: string, status = 200): Answer {
  return fileAnswer('page.html', Buffer.from(html), status)
}

/** A text that is equal for equal pages. */
export function digestOfPage(html: string): string {
  return hash('sha256', html)
}

/**
 * A page of the site. Scripts can read its `Server-Timing` header, from which a panel knows the version of the page in
 * view. The bytes of the page stay those of the export.
 */
export function renderedAnswer(html: string, status = 200): Answer {
  const { headers, ...answer } = htmlAnswer(html, status)
  return { ...answer, headers: { ...headers, 'server-timing': `page;desc="${digestOfPage(html)}"` } }
}

export async function pageAnswer({ assembled, route }: ShownPage, status = 200): Promise<Answer> {
  return renderedAnswer((await assembled.render(route)).html, status)
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return { status, headers, body: Buffer.from(JSON.stringify(value)) }
}

export function redirectAnswer(location: string, status: 301 | 307): Answer {
  return { status, headers: { location, 'cache-control': 'no-store' }, body: Buffer.alloc(0) }
}
