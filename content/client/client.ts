import pLimit from 'p-limit'
import type { z } from 'zod'
import type { AnswerStore } from '#content/answers/answer-store.ts'
import {
  type Answer,
  type Ask,
  askConditionally,
  askLastGood,
  askNothing,
  askPlainly,
  type Wanted,
} from '#content/answers/ask.ts'
import { nameRequests, type RequestNames } from '#content/answers/request-names.ts'
import type { Snapshot } from '#content/answers/snapshot.ts'
import { type Findings, SiteError } from '#content/finding.ts'
import { readFileMarks } from '#content/parse/file-marks.ts'
import { isDeeperThan } from '#content/parse/parse-document.ts'
import { isTruncated, statusInBody } from '#content/parse/parse-json.ts'
import { parseMembers, parseReporting } from '#content/parse/parse-reporting.ts'
import type { FileMarks } from '#content/schema.ts'
import { askedWait } from '#content/transport/retry-after.ts'
import { openTransport, type RequestCounts, type TransportOptions } from '#content/transport/transport.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { shownAddress } from '#content/wording/shown-address.ts'
import { type AnswerLimits, limitsOfCollection, limitsOfDocument } from './answer-limits.ts'
import { addressOf, type Call, headersFor } from './call.ts'
import { atCall, atCommerce, failedCall, parseBody, tooDeep } from './call-errors.ts'
import { parseBase, parseToken } from './client-settings.ts'
import { readCollection } from './read-collection.ts'

export type ClientOptions = {
  /** Base address of the service; it ends in `/api`. */
  api: string
  /** Base address for `product_categories`, if it differs from `api`. */
  commerceApi?: string
  token?: string
  /** The name of the service, if it has one. The service named `demo` serves files. */
  service?: string | undefined
  /** The maximum number of simultaneous requests. */
  concurrency: number
  /** The default of `collectionPages` is 10,000. */
  limits: { documentBytes: number; documentDepth: number; collectionPages?: number }
  /**
   * The store of kept answers, which provides validators and keeps new answers; or a
   * snapshot, which answers instead of the service.
   */
  answers?: AnswerStore | Snapshot
} & Omit<TransportOptions, 'connections' | 'innerHosts'>

/**
 * `hash` is the checksum of the answer as it came. `marks` say what is wrong
 * with the document's file, if it has faults.
 */
type FetchedDocument<T> = { document: T; hash: string; marks?: FileMarks | undefined }
/** A document; or only its checksum, if the caller already knows the document (`isKnown`). */
type AskedDocument<T> =
  | (FetchedDocument<T> & { isKnown?: false })
  | { isKnown: true; hash: string; document?: undefined; marks?: undefined }

/** The caller's knowledge of a document before reading it. */
export type DocumentHints = Pick<Wanted, 'updatedAt' | 'trustUpdatedAt' | 'isKnown'>

/** The bytes that the service sent, and their SHA-256 in hexadecimal. */
export type SentBody = { body: Buffer; hash: string }

/** Reads whose answers are parsed. */
export type ContentReads = {
  /**
   * Reads one document. Throws a `SiteError` (`service-error`, `field-invalid`, …) that names call, locale and field.
   */
  fetchDocument<T extends z.ZodType>(
    call: Call & DocumentHints,
    schema: T,
    findings: Findings,
  ): Promise<AskedDocument<z.output<T>> | undefined>
  /**
   * Reads every member of a collection, in any of its three forms and up to the last
   * page. Members of a wrong shape become findings.
   */
  fetchCollection<T extends z.ZodType>(call: Call, schema: T, findings: Findings): Promise<z.output<T>[]>
}

export type ContentClient = ContentReads & {
  readonly origin: string
  /** The maximum number of simultaneous requests. */
  readonly concurrency: number
  readonly counts: RequestCounts
  /** The bytes of a document. Throws like `fetchDocument`. */
  fetchBody(call: Call): Promise<SentBody>
  /**
   * Reads from the last good answers, without asking the service. Calls `onUse` with the time since which a request has
   * been failing, in ISO 8601. Reads throw a `SiteError` if no answer is kept.
   */
  lastGood(onUse: (since: string) => void): ContentReads
  /** Reads a file such as a picture. `url` is absolute or relative to the service's origin. */
  fetchFile(url: string, options: { maxBytes: number; origins: string[] }): Promise<SentBody>
  /** Ends a run of reads, after which another one follows (`AnswerStore.commit`). */
  endRun(run: { isWhole: boolean }): void
  close(): Promise<void>
}

/** Opens a client of the content API. Throws a `UsageError` if an address cannot be used. */
export function openClient(options: ClientOptions): ContentClient {
  const { api: base, commerceApi } = options.answers?.kind === 'snapshot' ? options.answers.origin : options
  const api = parseBase(base, 'The address of the content service')
  const commerce = commerceApi ? parseBase(commerceApi, 'The commerce address') : api
  const { ask, lastGood, counts, close } = openSource(
    { ...options, innerHosts: [api.hostname] },
    nameRequests(api, commerce),
  )
  const limit = pLimit(options.concurrency)
  const { collectionPages = 10_000 } = options.limits
  const mostOfDocument = limitsOfDocument(options.limits)
  const services = { api, commerce, token: parseToken(options.token) }
  const isOfFiles = options.service === 'demo'

  const fetchFrom = async (from: Ask, url: URL, call: Call & DocumentHints, most: AnswerLimits): Promise<Answer> => {
    const { updatedAt, trustUpdatedAt, isKnown } = call
    const answer = await from({
      url,
      headers: headersFor(url, call.locale, services),
      maxBytes: most.bytes,
      mayReach: (target) => target.origin === url.origin,
      statusInBody,
      isWhole: (body) => !isTruncated(body),
      updatedAt,
      trustUpdatedAt,
      isKnown,
    }).catch((error) => {
      throw atCall(error, call)
    })
    if (answer.status < 200 || answer.status > 299) throw failedCall(call, url, { ...answer, isOfFiles })
    return answer
  }

  const jsonOf = (answer: Answer, call: Call, most: AnswerLimits): unknown => {
    const value = parseBody(answer, call)
    if (!isDeeperThan(value, most.levels)) return value
    throw tooDeep(call, most.levels)
  }

  const readsBy = (from: Ask): ContentReads => ({
    async fetchDocument(call, schema, findings) {
      const answer = await fetchFrom(from, addressOf(call, services), call, mostOfDocument)
      const { hash } = answer
      if (call.isKnown?.(hash)) return { isKnown: true, hash }
      const value = jsonOf(answer, call, mostOfDocument)
      const document = parseReporting(value, schema, { call, findings })
      return document === undefined ? undefined : { document, hash, marks: readFileMarks(value) }
    },

    async fetchCollection(call, schema, findings) {
      const most = limitsOfCollection(options.limits)
      const members = await readCollection({
        call,
        first: addressOf(call, services),
        fetchPage: async (url, at) => jsonOf(await fetchFrom(from, url, at, most), at, most),
        maxPages: collectionPages,
        findings,
      }).catch((error) => {
        throw call.commerce && commerce !== api ? atCommerce(error) : error
      })
      return parseMembers(members, schema, { call, findings })
    },
  })
  const askService: Ask = (wanted) => limit(() => ask(wanted))

  return {
    origin: api.origin,
    concurrency: options.concurrency,
    counts,
    ...readsBy(askService),
    lastGood: (onUse) => readsBy(lastGood(onUse)),

    async fetchBody(call) {
      const { body, hash } = await fetchFrom(askService, addressOf(call, services), call, mostOfDocument)
      return { body, hash }
    },

    async fetchFile(address, { maxBytes, origins }) {
      const url = new URL(address, api.origin)
      const { status, body, hash, failure } = await askService({
        url,
        maxBytes,
        isGuarded: true,
        mayReach: (target) => target.origin === api.origin || origins.includes(target.origin),
      })
      if (status === 200) return { body, hash }
      const isFileMissing = isOfFiles && url.origin === api.origin && status === 404
      throw new SiteError({
        code: 'service-error',
        message: isFileMissing
          ? `There is no file ${quoteValue(fileOf(url), 300)}.`
          : `"${shownAddress(url)}" answered ${status}${askedWait(failure)}.`,
        ...(isFileMissing && { hint: 'Add the file, or remove the picture from the block.' }),
        where: { url: url.href },
        failure: failure ?? { kind: String(status), attempts: 1 }, // snapshots keep no `failure`
      })
    },

    endRun(run) {
      if (options.answers?.kind === 'store') options.answers.commit({ ...run, goesOn: true })
    },

    close,
  }
}

/** The path of a content file, decoded from its address. */
function fileOf({ pathname }: URL): string {
  const path = pathname.slice(1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path // its percent-encoding is broken
  }
}

type Source = {
  ask: Ask
  /** Answers with the last good answers instead of asking the service (`ContentClient.lastGood`). */
  lastGood: (onUse: (since: string) => void) => Ask
  counts: RequestCounts
  close: () => Promise<void>
}

/**
 * Opens the source of answers. This is the service, asked with validators if answers are kept; or a snapshot, which
 * needs no connection.
 */
function openSource(
  { answers, concurrency, ...options }: ClientOptions & { innerHosts: string[] },
  names: RequestNames,
): Source {
  if (answers?.kind === 'snapshot') {
    const counts = { total: 0, retried: 0, notModified: 0, failed: 0 }
    const ask: Ask = async (wanted) => answers.answer(wanted, names)
    return { ask, lastGood: () => askNothing, counts, close: async () => {} }
  }
  const transport = openTransport({ ...options, connections: concurrency })
  const ask = answers ? askConditionally(transport, names, answers) : askPlainly(transport)
  const lastGood: Source['lastGood'] = (onUse) => (answers ? askLastGood(names, answers, onUse) : askNothing)
  return { ask, lastGood, counts: transport.counts, close: () => transport.close() }
}
