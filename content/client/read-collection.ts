import { type Findings, SiteError } from '#content/finding.ts'
import { brokenFile } from '#content/parse/file-marks.ts'
import { apiOptions } from '#content/transport/transport-errors.ts'
import { count } from '#content/wording/count.ts'
import { listSome } from '#content/wording/list-some.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { type Call, callOfPage, nameOf } from './call.ts'

export type CollectionRead = {
  call: Call
  /** Address of the first page. */
  first: URL
  /** Fetches a page of the collection; messages name the page by the call `at`. */
  fetchPage: (url: URL, at: Call) => Promise<unknown>
  /** The maximum number of pages; more are an error. */
  maxPages: number
  findings: Findings
}

/**
 * Reads every member of a collection in any of its three forms, unparsed. Follows `next` from page to page. Reads a
 * bare list whose query has a `page` until a page is empty or a repetition. Reads a collection that changed meanwhile
 * once more. Members that still come twice and a wrong `totalItems` are warnings. Broken paging throws a `SiteError`.
 */
export async function readCollection(read: CollectionRead): Promise<unknown[]> {
  const { call, findings } = read
  let { members, repeated, otherTotal, pageCount } = await readPages(read)
  if (pageCount > 1 && (repeated.length > 0 || otherTotal !== undefined))
    ({ members, repeated, otherTotal } = await readPages(read))
  if (repeated.length > 0) {
    findings.warn({
      code: 'collection-count',
      message: `${nameOf(call)} returned ${count(repeated.length, 'member')} twice (${listSome(repeated)}); each is built once.`,
      where: { locale: call.locale, url: call.path },
      hint: 'If the list changed while it was read, try again; otherwise correct the collection at the service.',
    })
  }
  if (otherTotal !== undefined) {
    findings.warn({
      code: 'collection-count',
      message: `${nameOf(call)} reports ${count(otherTotal, 'member')}, but returned ${members.length}.`,
      where: { locale: call.locale, url: call.path },
      hint: 'The members that were returned are built. Check the collection at the service.',
    })
  }
  return members
}

/** `otherTotal` is the `totalItems` of a page, if it differs from the number of members that came. */
type CollectionPages = { members: unknown[]; repeated: string[]; otherTotal: number | undefined; pageCount: number }

async function readPages({ call, first, fetchPage, maxPages }: CollectionRead): Promise<CollectionPages> {
  const pages: unknown[][] = []
  const seen = new Set<string>()
  const totals: number[] = []
  let url: URL | undefined = first
  for (let nth = 1; url; nth += 1) {
    if (nth > maxPages) throw brokenPaging(call, `has more than ${maxPages} pages`)
    const at: Call = url === first ? call : callOfPage(call, url)
    const page = parsePage(await fetchPage(url, at), at)
    if (page.isBare && call.query?.page) {
      const fingerprint = JSON.stringify(page.members)
      if (page.members.length === 0 || seen.has(fingerprint)) break
      seen.add(fingerprint)
      url = new URL(url)
      url.searchParams.set('page', String(nth + 1))
    } else {
      seen.add(url.href)
      url = page.next === undefined ? undefined : nextPage(page.next, url, call)
      if (url && seen.has(url.href))
        throw brokenPaging(call, `links to the page ${quoteValue(url.pathname + url.search)} twice`)
    }
    pages.push(page.members)
    if (page.total !== undefined) totals.push(page.total)
  }
  const { members, repeated } = withoutRepeats(pages.flat())
  const otherTotal = totals.find((total) => total !== members.length)
  return { members, repeated, otherTotal, pageCount: pages.length }
}

/**
 * Leaves out members with the same id and slug (categories: path) as an earlier one.
 * They occur when the list grows while it is read.
 */
function withoutRepeats(all: unknown[]): { members: unknown[]; repeated: string[] } {
  const seen = new Set<string>()
  const repeated: string[] = []
  const members = all.filter((member) => {
    const { id, path, slug = path } = (member ?? {}) as { id?: unknown; path?: unknown; slug?: unknown }
    if (id === undefined || typeof slug !== 'string') return true
    const key = JSON.stringify([String(id), slug])
    const isNew = !seen.has(key)
    if (!isNew) repeated.push(quoteValue(slug))
    seen.add(key)
    return isNew
  })
  return { members, repeated }
}

type CollectionPage = { members: unknown[]; total?: number; next?: unknown; isBare: boolean }

function parsePage(body: unknown, call: Call): CollectionPage {
  const broken = brokenFile(body, call)
  if (broken) throw new SiteError(broken)
  const page = pageOf(body)
  if (page) return page
  throw new SiteError({
    code: 'field-invalid',
    message: `${nameOf(call)}: expected a collection (a list, or an object with "member" or "hydra:member"), got ${quoteValue(body)}.`,
    where: { locale: call.locale, url: call.path },
    hint: `Correct the answer at the service, or the address of the service (${apiOptions}).`,
  })
}

/** One page of a collection in any of its forms; `undefined` if the body is not a collection. */
export function pageOf(body: unknown): CollectionPage | undefined {
  if (Array.isArray(body)) return { members: body, isBare: true }
  const field = (of: unknown, name: string): unknown => {
    const fields = (typeof of === 'object' ? of : null) as Record<string, unknown> | null
    return fields?.[name] ?? fields?.[`hydra:${name}`]
  }
  const members = field(body, 'member')
  if (!Array.isArray(members)) return undefined
  const next = field(field(body, 'view'), 'next') ?? ''
  const total = field(body, 'totalItems')
  return { members, isBare: false, ...(next !== '' && { next }), ...(typeof total === 'number' && { total }) }
}

function nextPage(next: unknown, current: URL, call: Call): URL {
  const url = typeof next === 'string' ? URL.parse(next, current.href) : null
  if (!url) throw brokenPaging(call, `links to the next page ${quoteValue(next)}, which is not an address`)
  url.hash = '' // a URL with a hash is the same page
  if (url.origin === current.origin) return url
  throw brokenPaging(
    call,
    `links to the next page ${quoteValue(next)}, which is not on the origin of the service`,
    'Make the service return a path as "next": behind a proxy it may know only its internal address.',
  )
}

function brokenPaging(
  call: Call,
  what: string,
  hint = 'Correct the paging of this collection at the service.',
): SiteError {
  return new SiteError({
    code: 'collection-paging',
    message: `${nameOf(call)} ${what}.`,
    where: { locale: call.locale, url: call.path },
    hint,
  })
}
