import type { RawDocument } from './read-content.ts'

/** The `member` form of a collection; `next` is the path of the page after this one. */
export type MemberCollection = { member: RawDocument[]; totalItems: number; view?: { next: string } }

/** One page of a collection, counted from 1; `address` is the request's own, whose other query parameters the next page keeps. */
export function memberPage(
  all: readonly RawDocument[],
  options: { page: number; perPage: number; address: URL },
): MemberCollection {
  const { page, perPage, address } = options
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
