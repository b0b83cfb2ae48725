import { isObject } from './answer.ts'
import { parseUrl } from './parse-url.ts'

/** Returns the members of an answer in any of the collection formats, or `undefined` when it is not a collection. */
export function membersOf(body: unknown): Record<string, unknown>[] | undefined {
  const members = Array.isArray(body) ? body : isObject(body) ? (body.member ?? body['hydra:member']) : undefined
  return Array.isArray(members) ? members.filter(isObject) : undefined
}

/**
 * Returns the address of the next page of a collection, at the origin of `base`, the address of this page. `undefined`
 * on the last page. A bare list that was requested with `page` ends with an empty page (content API).
 */
export function nextOf(body: unknown, base: string): string | undefined {
  if (Array.isArray(body)) {
    const url = new URL(base)
    const page = Number(url.searchParams.get('page'))
    url.searchParams.set('page', `${page + 1}`)
    return page && body.length ? url.href : undefined
  }
  const view = isObject(body) ? (body.view ?? body['hydra:view']) : undefined
  const next = isObject(view) ? (view.next ?? view['hydra:next']) : undefined
  const url = typeof next === 'string' ? parseUrl(next, base) : null
  return url?.origin === new URL(base).origin ? url.href : undefined
}
