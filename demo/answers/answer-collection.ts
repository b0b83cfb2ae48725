import type { RawDocument } from '#demo/source/read-content.ts'

/**
 * One page of a collection in its `member` form, counted from 1. `next` is the path of the following page, which keeps
 * the other query parameters of the request's `address`.
 */
export function memberPage<T>(
  all: readonly T[],
  { page, perPage, address }: { page: number; perPage: number; address: URL },
) {
  const member = all.slice((page - 1) * perPage, page * perPage)
  if (page * perPage >= all.length) return { member, totalItems: all.length }
  const next = new URL(address)
  next.searchParams.set('page', String(page + 1))
  return { member, totalItems: all.length, view: { next: `${next.pathname}${next.search}` } }
}

/** The hydra form of a whole collection. */
export function hydraCollection(all: readonly RawDocument[]) {
  return { 'hydra:member': all, 'hydra:totalItems': all.length }
}
