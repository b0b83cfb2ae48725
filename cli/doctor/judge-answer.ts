import { tellNoJson } from '#content/client/call-errors.ts'
import { parseJson, statusInBody, textOf } from '#content/parse/parse-json.ts'
import { retriedStatuses } from '#content/transport/retry.ts'
import { hintOfNoAnswer } from '#content/transport/transport-errors.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { type Exchange, mostRedirects } from './ask-raw.ts'
import type { Remark } from './remark.ts'

/** What an answer that should be JSON gives: its value where it has one, and what differs. */
export type Judged = { value?: unknown; hasValue: boolean; remarks: Remark[] }

type JudgeOptions = { hasToken: boolean; isError?: boolean }

/** Judges an answer to a read. What leaves it without a value is an error, unless a build can do without the read. */
export function judgeAnswer(exchange: Exchange, name: string, { hasToken, isError = true }: JudgeOptions): Judged {
  const onTheWay = wayRemarks(exchange, name)
  const fault = wayFault(exchange) ?? refusalOf(exchange, hasToken) ?? bodyFault(exchange)
  const parsed = fault ? { fault } : parsedBody(exchange)
  if (parsed.fault) {
    const [code, message, hint] = parsed.fault
    const remark = { code, isError, message: `${name} ${message}`, hint, ...(exchange.isIll && whileIll(hint)) }
    return { hasValue: false, remarks: [...onTheWay, remark] }
  }
  const remarks = [...onTheWay, ...unsteadyRemarks(exchange, name), ...typeRemarks(exchange, name)]
  return { value: parsed.value, hasValue: true, remarks }
}

/** Why an answer has no value: the message follows the name of the read. */
type Fault = [code: Remark['code'], message: string, hint: string]

function wayFault({ url, redirects, trouble }: Exchange): Fault | undefined {
  const elsewhere = redirects.find(({ origin }) => origin !== url.origin)
  if (elsewhere) {
    const hint =
      'Name that service with --api, if it is the one that is meant; a redirect to another origin is never followed.'
    return ['redirect-elsewhere', `leads to "${elsewhere.href}", at another origin.`, hint]
  }
  if (redirects.length > mostRedirects)
    return ['status-wrong', `redirects more than ${mostRedirects} times.`, 'Answer at the address itself.']
  if (trouble?.kind === 'no-answer')
    return ['no-answer', `gets no answer: ${trouble.words}.`, hintOfNoAnswer(trouble.words)]
  if (trouble?.kind !== 'too-large') return undefined
  const hint = 'Make it smaller, or raise "limits" in the settings.'
  return ['document-too-large', `is too large: ${trouble.words}`, hint]
}

function bodyFault({ status, headers, body, trouble }: Exchange): Fault | undefined {
  if (trouble) {
    const encoding = quoteValue(headers['content-encoding'])
    const hint = 'Let the service, or what stands before it, compress with gzip or br, or not at all.'
    return ['compression-broken', `cannot be unpacked; it says that it is in ${encoding}.`, hint]
  }
  const told = statusInBody(body)
  if (!told) return undefined
  const hint =
    'Look at the log of the service; an answer with such a "code" counts as a failure, so answer with that status.'
  const said = quoteValue(textOf(body).slice(0, 200))
  return ['error-in-200', `answers ${status}, but its body says ${told}: ${said}.`, hint]
}

function parsedBody({ status, headers, body }: Exchange): { value?: unknown; fault?: Fault } {
  try {
    return { value: parseJson(body) }
  } catch {
    const { kind, words, hint } = tellNoJson({ status, body, contentType: headers['content-type'] })
    return { fault: [codesOfNoJson[kind], words, hint] }
  }
}

const whileIll = (hint: string): Pick<Remark, 'hint' | 'mayPass'> => ({
  hint: `${hint} It may pass: a build asks four times, and where the whole service is ill it waits as long as crawl.patience in the settings says.`,
  mayPass: true,
})

const codesOfNoJson = { cut: 'json-cut', page: 'html-for-json', broken: 'json-broken' } as const

function refusalOf({ status, headers }: Exchange, hasToken: boolean): Fault | undefined {
  if (status >= 200 && status <= 299) return undefined
  if (status === 401 || status === 403) {
    const hint = hasToken
      ? 'Set SITE_API_TOKEN to a token that the service accepts.'
      : 'Set SITE_API_TOKEN: reading needs a token here.'
    return ['token-needed', `answers ${status}${hasToken ? ' to the token of SITE_API_TOKEN' : ''}.`, hint]
  }
  if (status === 404)
    return [
      'not-found',
      'answers 404.',
      'Add it to the service, or correct the address in --api: the paths of the contract follow it.',
    ]
  if (status === 304) {
    return [
      'not-modified-always',
      'answers 304, although nothing was asked about.',
      'Answer 304 only to a request with If-None-Match or If-Modified-Since that fits.',
    ]
  }
  if (retriedStatuses.has(status)) {
    const wait = headers['retry-after']
    const asks = wait === undefined ? '' : `, and asks to wait (Retry-After: ${quoteValue(wait)})`
    return ['status-wrong', `answers ${status}${asks}.`, 'Look at the log of the service, or ask again later.']
  }
  return ['status-wrong', `answers ${status}.`, 'Look at the log of the service.']
}

/** Warns of redirects to the answer, and of waits without `Retry-After`. */
function wayRemarks({ redirects, url, isBlind }: Exchange, name: string): Remark[] {
  const remarks: Remark[] = []
  const isShort = redirects.length > 0 && redirects.length <= mostRedirects
  if (isShort && redirects.every(({ origin }) => origin === url.origin)) {
    const message = `${name} leads to "${redirects.at(-1)?.pathname}".`
    const hint = 'Answer at the address itself: each read of a build takes two requests so.'
    remarks.push({ code: 'redirect', isError: false, message, hint })
  }
  if (isBlind) {
    const message = `${name} answers 429 without Retry-After.`
    const hint = 'Send Retry-After, so that a build waits as long as it takes; or build with a lower --concurrency.'
    remarks.push({ code: 'rate-limit-blind', isError: false, message, hint })
  }
  return remarks
}

/** Warns of an answer that came only after failures. A 429 is none: it asks for fewer requests. */
function unsteadyRemarks({ before }: Exchange, name: string): Remark[] {
  if (before.every((one) => one === '429')) return []
  const message = `${name} answered only after ${before.length + 1} attempts: ${before.join(', ')} came first.`
  const hint = 'Look at the log of the service; a build tries again as well, but takes longer.'
  return [{ code: 'unsteady', isError: false, message, hint }]
}

/** Warns of a content type or charset that is not that of JSON. */
function typeRemarks({ headers }: Exchange, name: string): Remark[] {
  const type = String(headers['content-type'] ?? '')
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]
  const remarks: Remark[] = []
  const warn = (code: Remark['code'], message: string, hint: string) =>
    remarks.push({ code, isError: false, message: `${name} ${message}`, hint })
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    warn(
      'content-type-wrong',
      `answers JSON ${type ? `as ${quoteValue(type)}` : 'without a content type'}.`,
      'Say application/ld+json or application/json; browsers and proxies go by it.',
    )
  }
  if (charset && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    warn(
      'charset-wrong',
      `says that it is in ${quoteValue(charset)}, but is read as UTF-8.`,
      'Answer in UTF-8 and say so, or say nothing: JSON has no other encoding.',
    )
  }
  return remarks
}
