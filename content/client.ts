import pLimit from 'p-limit'
import type { z } from 'zod'
import { type Findings, SiteError, UsageError } from './finding.ts'
import { type InvalidField, isDeeperThan, parseDocument } from './parse-document.ts'
import { openTransport, type RequestCounts, type TransportOptions } from './transport.ts'

export type ClientOptions = {
  /** Base address of the service, ends in `/api`. */
  api: string
  /** Base address for `product_categories`, when it is another one. */
  commerceApi?: string
  token?: string
  /** Requests under way at once. */
  concurrency: number
  limits: { documentBytes: number; documentDepth: number }
  signal?: AbortSignal
} & Pick<TransportOptions, 'timeoutMs' | 'retryDelayMs'>

/** One read of the service: `path` below the base address, percent-encoded, without the locale. */
export type Call = { path: string; locale: string; query?: Record<string, string>; commerce?: boolean }

export type FetchedFile = { body: Buffer; contentType: string; url: string }

export type ContentClient = {
  readonly origin: string
  readonly counts: RequestCounts
  /** One document. Throws a `SiteError` (`service-error`, `field-invalid`, …) naming call, locale and field. */
  fetchDocument<T extends z.ZodType>(call: Call, schema: T, findings: Findings): Promise<z.output<T> | undefined>
  /** Every member of a collection in any of its three forms, to the last page. Members of a wrong shape become findings. */
  fetchCollection<T extends z.ZodType>(call: Call, schema: T, findings: Findings): Promise<z.output<T>[]>
  /** A file such as a picture; `url` absolute or relative to the service's origin. */
  fetchFile(url: string, options: { maxBytes: number; origins: string[] }): Promise<FetchedFile>
  close(): Promise<void>
}

const mostPages = 10_000
const collectionFactor = 12

/** A client of the content API. Throws a `UsageError` when an address is not a usable one. */
export function openClient(options: ClientOptions): ContentClient {
  const api = parseBase(options.api, 'The address of the content service')
  const commerce = options.commerceApi ? parseBase(options.commerceApi, 'The commerce address') : api
  const transport = openTransport({ ...options, connections: options.concurrency })
  const limit = pLimit(options.concurrency)
  const { documentBytes, documentDepth } = options.limits

  const headersFor = (url: URL, locale: string): Record<string, string> => ({
    accept: 'application/ld+json, application/json;q=0.9',
    'accept-locale': locale,
    ...(options.token && url.origin === api.origin ? { authorization: `Bearer ${options.token}` } : {}),
  })

  const fetchJson = async (url: URL, call: Call, maxBytes: number): Promise<unknown> => {
    const answer = await limit(() =>
      transport.get({
        url,
        headers: headersFor(url, call.locale),
        maxBytes,
        mayReach: (target) => target.origin === url.origin,
        statusInBody,
      }),
    )
    if (answer.status >= 400) {
      transport.counts.failed += 1
      throw failedCall(call, url, answer.status)
    }
    const body = parseJson(answer.body, call, String(answer.headers['content-type'] ?? 'no type'))
    if (!isDeeperThan(body, documentDepth)) return body
    throw new SiteError({
      code: 'document-too-large',
      message: `${nameOf(call)} answers a document nested more than ${documentDepth} levels deep.`,
      where: { locale: call.locale, url: call.path },
      hint: 'Flatten the document at the service, or raise the limit in the settings.',
    })
  }

  const addressOf = (call: Call): URL => {
    const url = new URL(`${(call.commerce ? commerce : api).href.replace(/\/$/, '')}${call.path}`)
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
    url.searchParams.set('locale', call.locale)
    return url
  }

  return {
    origin: api.origin,
    counts: transport.counts,

    async fetchDocument(call, schema, findings) {
      const body = await fetchJson(addressOf(call), call, documentBytes)
      return parseReporting(body, schema, call, '', findings)
    },

    async fetchCollection(call, schema, findings) {
      const members = await readPages(
        call,
        addressOf(call),
        (url) => fetchJson(url, call, documentBytes * collectionFactor),
        findings,
      )
      return members.flatMap((member, index) => {
        const parsed = parseReporting(member, schema, call, `[${index}]`, findings)
        return parsed === undefined ? [] : [parsed]
      })
    },

    async fetchFile(address, { maxBytes, origins }) {
      const url = new URL(address, api.origin)
      const answer = await limit(() =>
        transport.get({
          url,
          maxBytes,
          mayReach: (target) => target.origin === api.origin || origins.includes(target.origin),
        }),
      )
      if (answer.status === 200) {
        return { body: answer.body, contentType: String(answer.headers['content-type'] ?? ''), url: answer.url.href }
      }
      throw new SiteError({
        code: 'service-error',
        message: `"${url}" answered ${answer.status}.`,
        where: { url: url.href },
      })
    },

    close: () => transport.close(),
  }
}

type CollectionPage = { members: unknown[]; total?: number; next?: string; isBare: boolean }

/** Reads a collection to its last page: by `next`, or for bare arrays by `page` until one is empty or repeats. */
async function readPages(
  call: Call,
  first: URL,
  fetchPage: (url: URL) => Promise<unknown>,
  findings: Findings,
): Promise<unknown[]> {
  const members: unknown[] = []
  const seen = new Set<string>()
  let url: URL | undefined = first
  let total: number | undefined
  for (let count = 1; url; count += 1) {
    if (count > mostPages) throw brokenPaging(call, `has more than ${mostPages} pages`)
    const page = readCollectionPage(await fetchPage(url), call)
    if (page.isBare && call.query?.page) {
      const fingerprint = JSON.stringify(page.members)
      if (page.members.length === 0 || seen.has(fingerprint)) break
      seen.add(fingerprint)
      url = withPage(url, count + 1)
    } else {
      seen.add(url.href)
      url = page.next === undefined ? undefined : nextPage(page.next, url, call)
      if (url && seen.has(url.href)) throw brokenPaging(call, `names the page "${url.pathname}${url.search}" twice`)
    }
    members.push(...page.members)
    total = page.total ?? total
  }
  if (total !== undefined && total !== members.length) {
    findings.warn({
      code: 'collection-count',
      message: `${nameOf(call)} says it has ${total} members, but gave ${members.length}.`,
      where: { locale: call.locale, url: call.path },
      hint: 'The members that came are built; check the collection at the service.',
    })
  }
  return members
}

function readCollectionPage(body: unknown, call: Call): CollectionPage {
  if (Array.isArray(body)) return { members: body, isBare: true }
  const fields = (typeof body === 'object' ? body : null) as Record<string, unknown> | null
  const field = (name: string): unknown => fields?.[name] ?? fields?.[`hydra:${name}`]
  const members = field('member')
  if (!Array.isArray(members)) {
    throw new SiteError({
      code: 'field-invalid',
      message: `${nameOf(call)}: expected a collection (a list, or an object with "member" or "hydra:member"), came ${describe(body)}.`,
      where: { locale: call.locale, url: call.path },
    })
  }
  const view = field('view') as Record<string, unknown> | null | undefined
  const next = view?.next ?? view?.['hydra:next']
  const total = field('totalItems')
  return {
    members,
    isBare: false,
    ...(typeof next === 'string' && next !== '' ? { next } : {}),
    ...(typeof total === 'number' ? { total } : {}),
  }
}

function nextPage(next: string, current: URL, call: Call): URL {
  const url = URL.parse(next, current.href)
  if (url?.origin === current.origin) return url
  throw brokenPaging(call, `names the next page "${next}", which is not at the service's own origin`)
}

function withPage(url: URL, page: number): URL {
  const next = new URL(url)
  next.searchParams.set('page', String(page))
  return next
}

function brokenPaging(call: Call, what: string): SiteError {
  return new SiteError({
    code: 'collection-paging',
    message: `${nameOf(call)} ${what}.`,
    where: { locale: call.locale, url: call.path },
    hint: 'Correct the paging of this collection at the service.',
  })
}

function parseReporting<T extends z.ZodType>(
  value: unknown,
  schema: T,
  call: Call,
  at: string,
  findings: Findings,
): z.output<T> | undefined {
  return parseDocument(value, schema, (invalid: InvalidField) =>
    findings.error({
      code: 'field-invalid',
      message: `${nameOf(call)}, field "${at}${at && invalid.field ? '.' : ''}${invalid.field}": expected ${invalid.expected}, came ${invalid.came}.`,
      where: { locale: call.locale, url: call.path, field: `${at}${at && invalid.field ? '.' : ''}${invalid.field}` },
      hint: 'Correct the field at the service; the contract lists its type.',
    }),
  )
}

function failedCall(call: Call, url: URL, status: number): SiteError {
  const hints: Record<number, string> = {
    401: 'Set SITE_API_TOKEN to a token that the service accepts.',
    403: 'Give the token of SITE_API_TOKEN access to this document.',
    404: `Check that the document exists in this locale and that "${url.origin}" with its path is the address of the service (it ends in /api).`,
  }
  return new SiteError({
    code: status === 404 ? 'document-missing' : 'service-error',
    message: `${nameOf(call)} answered ${status}.`,
    where: { locale: call.locale, url: call.path },
    hint: hints[status] ?? 'Look at the log of the service, then build again.',
  })
}

/** A whole number from 400 to 599 in `code` of a body makes it an error, whatever its HTTP status. */
function statusInBody(body: Buffer): number | undefined {
  if (body.length > 64_000 || !body.includes('"code"')) return undefined
  try {
    const code = Number((JSON.parse(body.toString()) as { code?: unknown } | null)?.code ?? Number.NaN)
    return Number.isInteger(code) && code >= 400 && code <= 599 ? code : undefined
  } catch {
    return undefined // not JSON: reported where the body is parsed
  }
}

function parseJson(body: Buffer, call: Call, contentType: string): unknown {
  try {
    return JSON.parse(body.toString())
  } catch (cause) {
    throw new SiteError(
      {
        code: 'service-error',
        message: `${nameOf(call)} answers no JSON (${contentType}): "${body.toString().slice(0, 60).replaceAll(/\s+/g, ' ')}".`,
        where: { locale: call.locale, url: call.path },
        hint: 'Check that --api (or SITE_API) names the content service; its address ends in /api.',
      },
      { cause },
    )
  }
}

function parseBase(address: string, what: string): URL {
  const url = URL.parse(address.replace(/\/+$/, ''))
  if (url && (url.protocol === 'http:' || url.protocol === 'https:') && !url.search && !url.hash) return url
  throw new UsageError(`${what} is "${address}", which is not an http(s) address.`, {
    hint: 'Give it as in --api http://127.0.0.1:4010/api.',
  })
}

/** How messages name a call: `GET /posts/x (de)`. */
function nameOf(call: Call): string {
  return `GET ${call.path} (${call.locale})`
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `${typeof value}`
}
