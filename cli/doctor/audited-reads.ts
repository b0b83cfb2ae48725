import { hash } from 'node:crypto'
import { type AnswerLimits, limitsOfCollection, limitsOfDocument } from '#content/client/answer-limits.ts'
import { addressOf, type Call, nameOf } from '#content/client/call.ts'
import { tooDeep } from '#content/client/call-errors.ts'
import type { ContentReads } from '#content/client/client.ts'
import { pageOf, readCollection } from '#content/client/read-collection.ts'
import { Findings, SiteError } from '#content/finding.ts'
import { readFileMarks } from '#content/parse/file-marks.ts'
import { isDeeperThan } from '#content/parse/parse-document.ts'
import { parseMembers, parseReporting } from '#content/parse/parse-reporting.ts'
import { ofCommerce } from '#content/transport/transport-errors.ts'
import type { Exchange } from './ask-raw.ts'
import { judgeAnswer } from './judge-answer.ts'
import { createRemark, note, noteFindings } from './remark.ts'
import { askAddress, endpointOf, type Visit } from './visit.ts'

/** A read that returned nothing. The error has no message, because the row of the read says why. */
export class ReadFailedError extends SiteError {
  constructor() {
    super({ code: 'document-missing', message: '' })
  }
}

/** The data of one endpoint in one locale, before it was parsed. */
export type Reading = { call: Call; first: Exchange; value: unknown; count: number; pages: number }

/**
 * Reads as a build does, with the same parsers, and notes every difference from the contract in the rows. Throws
 * `ReadFailedError`.
 */
export type AuditedReads = ContentReads & { readings: Reading[] }

const maxPages = 10_000
const maxEmptyPages = 3

/** Opens the reads of an examination. `areErrors` is false for reads that a build does not depend on. */
export function auditReads(visit: Visit, { areErrors = true } = {}): AuditedReads {
  const readings: Reading[] = []
  const { limits } = visit.settings
  const rowOf = (call: Call) => visit.rows.of(endpointOf(call), call.locale)
  const isOfCommerce = (call: Call) => call.commerce === true && visit.commerce !== visit.api

  const fetchValue = async (
    url: URL,
    call: Call,
    most: AnswerLimits,
  ): Promise<{ exchange: Exchange; value: unknown }> => {
    const exchange = await askAddress(visit, url, { ...call, maxBytes: most.bytes })
    const { remarks, hasValue, value } = judgeAnswer(exchange, nameOf(call), {
      hasToken: Boolean(visit.token),
      isError: areErrors,
    })
    for (const remark of remarks) note(rowOf(call), isOfCommerce(call) ? ofCommerce(remark) : remark)
    if (!hasValue) throw new ReadFailedError()
    if (isDeeperThan(value, most.levels)) throw tooDeep(call, most.levels)
    return { exchange, value }
  }

  const withFindings = async <T>(call: Call, read: (findings: Findings) => Promise<T>): Promise<T> => {
    const findings = new Findings()
    try {
      return await read(findings)
    } catch (error) {
      if (!(error instanceof SiteError) || error instanceof ReadFailedError) throw error
      findings.error(isOfCommerce(call) ? ofCommerce(error.finding) : error.finding)
      throw new ReadFailedError()
    } finally {
      noteFindings(() => rowOf(call), findings, { areErrors })
    }
  }

  return {
    readings,

    fetchDocument: (call, schema) =>
      withFindings(call, async (findings) => {
        const { exchange, value } = await fetchValue(addressOf(call, visit), call, limitsOfDocument(limits))
        readings.push({ call, first: exchange, value, count: 1, pages: 1 })
        const document = parseReporting(value, schema, { call, findings })
        return document === undefined
          ? undefined
          : { document, hash: hash('sha256', exchange.body), marks: readFileMarks(value) }
      }),

    fetchCollection: (call, schema) =>
      withFindings(call, async (findings) => {
        const isEndless = endlessness()
        let first: Reading | undefined
        const fetchPage = async (url: URL): Promise<unknown> => {
          const { exchange, value } = await fetchValue(url, call, limitsOfCollection(limits))
          first ??= { call, first: exchange, value, count: 0, pages: 0 }
          first.pages += 1
          const words = isEndless(value)
          if (!words) return value
          note(rowOf(call), { ...createRemark(['paging-endless', words], nameOf(call)), isError: areErrors })
          throw new ReadFailedError()
        }
        const members = await readCollection({ call, first: addressOf(call, visit), fetchPage, maxPages, findings })
        if (first) readings.push({ ...first, count: members.length })
        return parseMembers(members, schema, { call, findings })
      }),
  }
}

/**
 * Returns a function to be called with each page of a collection. It returns why the pages will never end, or undefined
 * while they may still end.
 */
function endlessness(): (page: unknown) => string | undefined {
  const seen = new Map<string, number>()
  let count = 0
  let empty = 0
  return (page) => {
    count += 1
    const { members, isBare } = pageOf(page) ?? {}
    // the reader of collections ends a bare list at the first repeated page
    if (!members || isBare) return undefined
    empty = members.length === 0 ? empty + 1 : 0
    if (empty > maxEmptyPages) return `has a next page after each of ${empty} empty pages.`
    if (members.length === 0) return undefined
    const digest = hash('sha256', JSON.stringify(members))
    const before = seen.get(digest)
    seen.set(digest, count)
    return before === undefined
      ? undefined
      : `returns the members of page ${before} again as page ${count}, at another address.`
  }
}
