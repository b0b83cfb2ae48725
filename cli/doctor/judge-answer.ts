import { describeNoJson } from '#content/client/call-errors.ts'
import { parseJson, statusInBody, textOf } from '#content/parse/parse-json.ts'
import { retriedStatuses } from '#content/transport/retry.ts'
import { maxRedirects } from '#content/transport/transport.ts'
import { hintOfNoAnswer, hintOfPart, partOf } from '#content/transport/transport-errors.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import type { Exchange } from './ask-raw.ts'
import { createRemark, type Remark, type RemarkArgs } from './remark.ts'

/** The verdict on a response that should be JSON: its value, if it has one, and what differs from the contract. */
export type Judged = { value?: unknown; hasValue: boolean; remarks: Remark[] }

type JudgeOptions = { hasToken: boolean; isError: boolean }

/**
 * Judges the response to a read. A fault that leaves no value is an error, unless a build does not depend on the read.
 */
export function judgeAnswer(exchange: Exchange, name: string, { hasToken, isError }: JudgeOptions): Judged {
  const remarksOf = (parts: RemarkArgs[]): Remark[] => parts.map((one) => createRemark(one, name))
  const onTheWay = remarksOf(redirectWarnings(exchange))
  const fault = transportFault(exchange) ?? refusalOf(exchange, hasToken) ?? bodyFault(exchange)
  const parsed = fault ? { fault } : parsedBody(exchange)
  if (parsed.fault) {
    const remark = createRemark(parsed.fault, name)
    const ill = exchange.isFailing ? whileFailing(remark.hint) : {}
    return { hasValue: false, remarks: [...onTheWay, { ...remark, isError, ...ill }] }
  }
  const further = remarksOf([...unsteadyWarnings(exchange), ...typeWarnings(exchange)])
  return { value: parsed.value, hasValue: true, remarks: [...onTheWay, ...further] }
}

/**
 * Returns what went wrong in transport, so that there is no value. Messages, here and below, follow the name of the
 * read.
 */
function transportFault({ url, redirects, trouble }: Exchange): RemarkArgs | undefined {
  const elsewhere = redirects.find(({ origin }) => origin !== url.origin)
  if (elsewhere) return ['redirect-elsewhere', `redirects to "${elsewhere.href}", at another origin.`]
  if (redirects.length > maxRedirects)
    return ['status-wrong', `redirects more than ${maxRedirects} times.`, 'Answer at the address itself.']
  if (trouble?.kind === 'no-answer')
    return ['no-answer', `gets no answer: ${trouble.words}.`, hintOfNoAnswer(trouble.words, url)]
  if (trouble?.kind !== 'too-large') return undefined
  const hint = 'Make it smaller, or raise "limits" in the settings.'
  return ['document-too-large', `is too large: ${trouble.words}`, hint]
}

function bodyFault({ status, headers, body, trouble }: Exchange): RemarkArgs | undefined {
  const part = partOf({ statusCode: status, headers })
  if (part) return ['json-cut', `answers 206 with a part (${part}), which was not requested.`, hintOfPart]
  if (trouble) {
    const encoding = quoteValue(headers['content-encoding'])
    return ['compression-broken', `cannot be decompressed; its content encoding is ${encoding}.`]
  }
  const bodyStatus = statusInBody(body)
  if (!bodyStatus) return undefined
  const bodyText = quoteValue(textOf(body).slice(0, 200))
  return ['error-in-200', `answers ${status}, but its body says ${bodyStatus}: ${bodyText}.`]
}

function parsedBody({ status, headers, body }: Exchange): { value?: unknown; fault?: RemarkArgs } {
  try {
    return { value: parseJson(body) }
  } catch {
    const { kind, words, hint } = describeNoJson({ status, body, contentType: headers['content-type'] })
    return { fault: [codesOfNoJson[kind], words, hint] }
  }
}

const whileFailing = (hint: string): Pick<Remark, 'hint' | 'mayPass'> => ({
  hint: `${hint} The failure may be temporary: a build tries four times, and if the whole service is failing, it waits as long as crawl.patience in the settings allows.`,
  mayPass: true,
})

const codesOfNoJson = { cut: 'json-cut', page: 'html-for-json', broken: 'json-broken' } as const

function refusalOf({ status, headers }: Exchange, hasToken: boolean): RemarkArgs | undefined {
  if (status >= 200 && status <= 299) return undefined
  if (status === 401 || status === 403) {
    const hint =
      status === 401
        ? 'Set SITE_API_TOKEN to a token that the service accepts.'
        : 'Allow reading this, or set SITE_API_TOKEN to a token that may read it.'
    return ['token-needed', `answers ${status}${hasToken ? ' to the token of SITE_API_TOKEN' : ''}.`, hint]
  }
  if (status === 404) return ['not-found', 'answers 404.']
  if (status === 304) {
    return [
      'not-modified-always',
      'answers 304 to a request without a tag or date.',
      'Answer 304 only to a request whose If-None-Match or If-Modified-Since matches.',
    ]
  }
  if (retriedStatuses.has(status)) {
    const wait = headers['retry-after']
    const asks = wait === undefined ? '' : `, and asks to wait (Retry-After: ${quoteValue(wait)})`
    return ['status-wrong', `answers ${status}${asks}.`, 'Look at the log of the service, or try again later.']
  }
  return ['status-wrong', `answers ${status}.`]
}

/** Warns of redirects on the way to the response, and of responses with 429 and without `Retry-After`. */
function redirectWarnings({ redirects, url, isBlind }: Exchange): RemarkArgs[] {
  const isShort = redirects.length > 0 && redirects.length <= maxRedirects
  const isLed = isShort && redirects.every(({ origin }) => origin === url.origin)
  return [
    ...(isLed ? [['redirect', `redirects to "${redirects.at(-1)?.pathname}".`] as const] : []),
    ...(isBlind ? [['rate-limit-blind', 'answers 429 without Retry-After.'] as const] : []),
  ]
}

/**
 * Warns of a response that came only after failures. A 429 does not count as a failure, because it only asks for fewer
 * requests.
 */
function unsteadyWarnings({ before }: Exchange): RemarkArgs[] {
  if (before.every((one) => one === '429')) return []
  return [['unsteady', `answered only at attempt ${before.length + 1}, after ${before.join(', ')}.`]]
}

/** Warns of a content type or charset other than those of JSON. */
function typeWarnings({ headers }: Exchange): RemarkArgs[] {
  const type = String(headers['content-type'] ?? '')
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(type)
  const isReadable = !charset || /^(utf-?8|us-ascii)$/i.test(charset)
  const as = type ? `as ${quoteValue(type)}` : 'without a content type'
  return [
    ...(isJson ? [] : [['content-type-wrong', `sends JSON ${as}.`] as const]),
    ...(isReadable
      ? []
      : [['charset-wrong', `declares the charset ${quoteValue(charset)}, but is read as UTF-8.`] as const]),
  ]
}
