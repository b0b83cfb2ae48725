import { isObject } from './call-api.ts'
import { parseUrl } from './parse-url.ts'

/** The members of an answer in any of its collection forms; nothing when it holds none. */
export function membersOf(body: unknown): Record<string, unknown>[] | undefined {
  const members = Array.isArray(body) ? body : isObject(body) ? (body.member ?? body['hydra:member']) : undefined
  return Array.isArray(members) ? members.filter(isObject) : undefined
}

/** Where a collection goes on, as an address of `base`'s origin; nothing after its last page. */
export function nextOf(body: unknown, base: string): string | undefined {
  const view = isObject(body) ? (body.view ?? body['hydra:view']) : undefined
  const next = isObject(view) ? (view.next ?? view['hydra:next']) : undefined
  const url = typeof next === 'string' ? parseUrl(next, base) : null
  return url?.origin === new URL(base).origin ? url.href : undefined
}
