import pLimit from 'p-limit'
import type { z } from 'zod'
import { type Call, nameOf } from './call.ts'
import { type Findings, SiteError, UsageError } from './finding.ts'
import { type InvalidField, isDeeperThan, parseDocument } from './parse-document.ts'
import { parseJson, statusInBody, textOf } from './parse-json.ts'
import { quoteValue } from './quote-value.ts'
import { readCollection } from './read-collection.ts'
import { openTransport, type RequestCounts, type TransportOptions } from './transport.ts'

export type ClientOptions = {
  /** Base address of the service, ends in `/api`. */
  api: string
  /** Base address for `product_categories`, when it is another one. */
  commerceApi?: string
  token?: string
  /** Requests under way at once. */
  concurrency: number
  /** `collectionPages`: 10,000 without it. */
  limits: { documentBytes: number; documentDepth: number; collectionPages?: number }
  signal?: AbortSignal
} & Pick<TransportOptions, 'timeoutMs' | 'retryDelayMs'>

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

/** A page of a collection holds many documents and two levels around them. */
const collectionFactor = 12
const collectionLevels = 2

/** A client of the content API. Throws a `UsageError` when an address is not a usable one. */
export function openClient(options: ClientOptions): ContentClient {
  const api = parseBase(options.api, 'The address of the content service')
  const commerce = options.commerceApi ? parseBase(options.commerceApi, 'The commerce address') : api
  const transport = openTransport({
    ...options,
    connections: options.concurrency,
    innerHosts: [api.hostname],
  })
  const limit = pLimit(options.concurrency)
  const { documentBytes, documentDepth, collectionPages = 10_000 } = options.limits
  const token = parseToken(options.token)

  const headersFor = (url: URL, locale: string): Record<string, string> => ({
    accept: 'application/ld+json, application/json;q=0.9',
    'accept-locale': locale,
    ...(token && url.origin === api.origin ? { authorization: `Bearer ${token}` } : {}),
  })

  const fetchJson = async (url: URL, call: Call, most: { bytes: number; levels: number }): Promise<unknown> => {
    const answer = await limit(() =>
      transport.get({
        url,
        headers: headersFor(url, call.locale),
        maxBytes: most.bytes,
        mayReach: (target) => target.origin === url.origin,
        statusInBody,
      }),
    )
    if (answer.status < 200 || answer.status > 299) throw failedCall(call, url, answer.status)
    const body = parseBody(answer.body, call, String(answer.headers['content-type'] ?? 'no type'))
    if (!isDeeperThan(body, most.levels)) return body
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
      const body = await fetchJson(addressOf(call), call, { bytes: documentBytes, levels: documentDepth })
      return parseReporting(body, schema, call, '', findings)
    },

    async fetchCollection(call, schema, findings) {
      const most = { bytes: documentBytes * collectionFactor, levels: documentDepth + collectionLevels }
      const members = await readCollection({
        call,
        first: addressOf(call),
        fetchPage: (url) => fetchJson(url, call, most),
        mostPages: collectionPages,
        findings,
      })
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
          isGuarded: true,
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

function parseReporting<T extends z.ZodType>(
  value: unknown,
  schema: T,
  call: Call,
  at: string,
  findings: Findings,
): z.output<T> | undefined {
  return parseDocument(value, schema, (invalid: InvalidField) => {
    const field = `${at}${at && invalid.field ? '.' : ''}${invalid.field}`
    findings.error({
      code: 'field-invalid',
      message: `${nameOf(call)}, ${field ? `field "${field}"` : 'the whole document'}: expected ${invalid.expected}, came ${invalid.came}.`,
      where: { locale: call.locale, url: call.path, ...(field && { field }) },
      hint: 'Correct the field at the service; the contract lists its type.',
    })
  })
}

function failedCall(call: Call, url: URL, status: number): SiteError {
  const hints: Record<number, string> = {
    401: 'Set SITE_API_TOKEN to a token that the service accepts.',
    403: 'Give the token of SITE_API_TOKEN access to this document.',
    429: 'Build again later, or with a lower --concurrency.',
    503: 'The service is not ready; build again later.',
    404: `Check that the document exists in this locale and that "${url.origin}" with its path is the address of the service (it ends in /api).`,
  }
  return new SiteError({
    code: status === 404 ? 'document-missing' : 'service-error',
    message: `${nameOf(call)} answered ${status}.`,
    where: { locale: call.locale, url: call.path },
    hint: hints[status] ?? 'Look at the log of the service, then build again.',
  })
}

function parseBody(body: Buffer, call: Call, contentType: string): unknown {
  try {
    return parseJson(body)
  } catch (cause) {
    const start = textOf(body.subarray(0, 400)).replaceAll(/\s+/g, ' ').trim()
    throw new SiteError(
      {
        code: 'service-error',
        message: `${nameOf(call)} answers no JSON (${contentType}), but ${start ? quoteValue(start) : 'an empty body'}.`,
        where: { locale: call.locale, url: call.path },
        hint: 'Check that --api (or SITE_API) names the content service; its address ends in /api.',
      },
      { cause },
    )
  }
}

/** A token may come with the line break of the file it was read from; anything else a header cannot carry is refused. */
function parseToken(written: string | undefined): string | undefined {
  const token = written?.trim()
  if (!token || /^[\x20-\x7e]+$/.test(token)) return token
  throw new UsageError('The token in SITE_API_TOKEN holds characters that cannot be sent.', {
    hint: 'Copy it again: a token is one line of letters, digits and signs.',
  })
}

function parseBase(address: string, what: string): URL {
  const url = URL.parse(address.replace(/\/+$/, ''))
  if (url?.username || url?.password) {
    throw new UsageError(`${what} holds a user name or password, which would not be sent.`, {
      hint: 'Take them out of the address; what the service accepts is a token in SITE_API_TOKEN.',
    })
  }
  if (url && (url.protocol === 'http:' || url.protocol === 'https:') && !url.search && !url.hash) return url
  throw new UsageError(`${what} is "${address}", which is not an http(s) address.`, {
    hint: 'Give it as in --api http://127.0.0.1:4010/api.',
  })
}
