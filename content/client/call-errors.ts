import { isUtf8 } from 'node:buffer'
import { type Failure, SiteError } from '#content/finding.ts'
import { isTruncated, messageInBody, parseJson, textOf } from '#content/parse/parse-json.ts'
import { askedWait } from '#content/transport/retry-after.ts'
import { apiOptions, ofCommerce } from '#content/transport/transport-errors.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { withVisibleControls } from '#content/wording/visible-controls.ts'
import { type Call, nameOf } from './call.ts'

/** An answer of the service or of a snapshot. Snapshots keep no `failure`. */
type RawAnswer = { status: number; contentType?: string | undefined; body: Buffer; failure?: Failure | undefined }

/** Adds the place of the call to an error of the transport, which does not know the call. */
export function atCall(error: unknown, { locale, path }: Call): unknown {
  if (!(error instanceof SiteError)) return error
  const { finding, cause } = error
  const isElsewhere = finding.code === 'service-refused'
  const toOrigin = `Set ${apiOptions} to the origin that answers; documents are not read from any other origin.`
  const hint = isElsewhere ? toOrigin : finding.hint
  const failure = { kind: 'another origin', attempts: 1 }
  return new SiteError(
    {
      ...finding,
      ...(hint && { hint }),
      ...(isElsewhere && { failure }),
      where: { locale, url: path },
    },
    { cause },
  )
}

/** An error of a read from the separate service for product categories. */
export function atCommerce(error: unknown): unknown {
  return error instanceof SiteError ? new SiteError(ofCommerce(error.finding), { cause: error.cause }) : error
}

/**
 * The error for a call that was answered with a failing status. With `isOfFiles`, the content is in files, so the error
 * names files instead of a service.
 */
export function failedCall(
  call: Call,
  url: URL,
  { status, body, failure, isOfFiles }: RawAnswer & { isOfFiles?: boolean },
): SiteError {
  // Only `site preview` has the option --token.
  const ofToken = call.query?.preview ? 'SITE_API_TOKEN, or --token,' : 'SITE_API_TOKEN'
  const isMissing = status === 404 || status === 410
  const hints: Record<number, string> = {
    401: `Set ${ofToken} to a token that the service accepts.`,
    403: `Give the token of ${ofToken} access to this document.`,
    429: 'Build again later, or with a lower --concurrency.',
    503: 'The service is not ready; try again later.',
  }
  const isOfService = `"${serviceOf(call, url)}" is the address of the service (it ends in /api).`
  const howToFind = /^\/[^/]+$/.test(call.path)
    ? `Make the service return this list in the locale "${call.locale}", or remove the locale from "families" in the settings. If other lists are missing as well, check that ${isOfService}`
    : `Check that the document exists in this locale and that ${isOfService}`
  return new SiteError({
    code: isMissing ? 'document-missing' : 'service-error',
    message: `${nameOf(call)} answered ${status}${askedWait(failure)}${serviceMessage(body)}.`,
    hint: isMissing ? (call.page ? howToEnd : howToFind) : (hints[status] ?? hintOfOthers(status)),
    ...(isOfFiles && status === 404 && describeMissing(call)),
    ...(isOfFiles && status === 500 && describeUnread(body)),
    where: { locale: call.locale, url: call.path },
    failure: failure ?? { kind: String(status), attempts: 1 }, // snapshots keep no `failure`
  })
}

/** The address of the service that a call went to. */
function serviceOf({ path }: Call, { origin, pathname }: URL): string {
  return `${origin}${pathname
    .split('/')
    .slice(0, 1 - path.split('/').length)
    .join('/')}`
}

const howToEnd =
  'Make the service return an empty list after the last page, and no "next" that points to a page that does not exist.'

function hintOfOthers(status: number): string {
  return status >= 300 && status <= 399 && status !== 304
    ? 'Configure the service, or the proxy in front of it, to return the document, or its address in "Location".'
    : 'Look at the log of the service.'
}

/** Message and hint if a document has no file, or a locale no folder. Previews request members by their id. */
function describeMissing({ path, locale, query }: Call): { message: string; hint: string } {
  const [, kind = '', key] = path.split('/')
  if (key === undefined)
    return {
      message: `The content has no folder "${locale}".`,
      hint: `Create it with nodes.yaml, menus.yaml and pages/, or remove "${locale}" from "families" in the settings.`,
    }
  const isById = kind === 'pages' || query?.preview !== undefined
  const namer = query?.preview === undefined ? `node in "${locale}/nodes.yaml"` : 'address'
  return {
    message: `No file in the folder "${locale}/${kind.replaceAll('_', '-')}" of the content has the ${isById ? 'id' : 'slug'} ${quoteValue(decodeURIComponent(key))}.`,
    hint: `Add the file (its name must end in ".yaml"), or correct the ${namer} that refers to it.`,
  }
}

/** Message and hint if a file of the content could not be read. */
function describeUnread(body: Buffer): { message: string; hint: string } {
  return {
    message: `The content could not be read${serviceMessage(body)}.`,
    hint: 'Correct what the message names. If it names open files, let the process open more, such as with "ulimit -n 4096".',
  }
}

/** The service's own message about a failure, worded to follow the status. */
function serviceMessage(body: Buffer): string {
  const said = messageInBody(body)
  return said === undefined ? '' : `: ${quoteValue(said, said.length)}`
}

/** The value of a JSON body. Throws a `SiteError` that says what came instead of JSON. */
export function parseBody(answer: RawAnswer, call: Call): unknown {
  try {
    return parseJson(answer.body)
  } catch (cause) {
    const where = { locale: call.locale, url: call.path }
    const { kind, words, hint } = describeNoJson(answer)
    // A page in HTML comes from something in front of the service, which will answer every read this way.
    const isPage = kind === 'page'
    const failure = answer.failure ?? (isPage ? { kind: 'HTML', attempts: 1 } : undefined)
    const message = `${nameOf(call)} ${words}`
    throw new SiteError({ code: 'service-error', message, where, hint, ...(failure && { failure }) }, { cause })
  }
}

/** The error for a body that is nested too deeply. */
export function tooDeep(call: Call, levels: number): SiteError {
  return new SiteError({
    code: 'document-too-large',
    message: `${nameOf(call)} returned a document that is nested more than ${levels} levels deep.`,
    where: { locale: call.locale, url: call.path },
    hint: 'Flatten the document at the service, or raise "limits" in the settings.',
  })
}

/** An answer that is not JSON. `words` describe it and follow the name of the call. `hint` says what to do. */
export type NoJson = { kind: 'cut' | 'page' | 'broken'; words: string; hint: string }

export function describeNoJson({ body, contentType = 'no type', status }: RawAnswer): NoJson {
  const text = textOf(body)
  const start = text.slice(0, 400).replaceAll(/\s+/g, ' ').trim()
  const noJson = (kind: NoJson['kind'], words: string, hint: string): NoJson => ({ kind, words, hint })
  if (start === '') return noJson('cut', `answered ${status} with an empty body.`, 'Look at the log of the service.')
  if (isTruncated(body)) {
    return noJson(
      'cut',
      `returned JSON that ends too early, after ${body.length} bytes, in each of several attempts.`,
      'Look at the logs of the service and of the proxy in front of it.',
    )
  }
  // In UTF-16, with or without a byte order mark, one of the first bytes of JSON is zero.
  const isWide = body.subarray(0, 4).includes(0)
  const isJson = (isWide ? /[[{]/ : /^[[{]/).test(start.slice(0, 4))
  const broken = isJson && !isWide ? breakOf(text) : undefined
  if (broken !== undefined) {
    const hint = 'Fix the answer at the service; another attempt would return the same.'
    return noJson('broken', `returned invalid JSON: ${broken}.`, hint)
  }
  if (isJson && (isWide || !isUtf8(body))) {
    const hint = 'Configure the service to send its JSON in UTF-8.'
    return noJson('broken', `returned JSON that is not in UTF-8 (${contentType}).`, hint)
  }
  if (body[0] === 0x1f && body[1] === 0x8b) {
    const hint =
      'Configure the service, or the proxy in front of it, to send "Content-Encoding: gzip" with answers that it compresses.'
    return noJson('broken', 'returned a body compressed with gzip, but no Content-Encoding header that says so.', hint)
  }
  return noJson(
    start.startsWith('<') ? 'page' : 'broken',
    `returned ${quoteValue(start)} (${contentType}) instead of JSON.`,
    `Check that ${apiOptions} is the address of the content service, which ends in /api, and that no login page or error page is in front of the service.`,
  )
}

/**
 * Why JSON is broken, in the words of Node; `undefined` if it is not. Node either quotes the fault or gives its
 * position, whose text is then quoted.
 */
function breakOf(json: string): string | undefined {
  try {
    JSON.parse(json)
    return undefined
  } catch (error) {
    const words = withVisibleControls((error as SyntaxError).message)
    const [, position] = / at position (\d+)/.exec(words) ?? []
    return position === undefined ? words : `${words}, before ${quoteValue(json.slice(Number(position)))}`
  }
}
