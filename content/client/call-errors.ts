import { type Failure, SiteError } from '#content/finding.ts'
import { breakOfJson } from '#content/parse/json-break.ts'
import { endsEarly, parseJson, textOf } from '#content/parse/parse-json.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { type Call, nameOf } from './call.ts'

/** An answer as it came. */
type Came = { status: number; contentType?: string | undefined; body: Buffer; failure?: Failure | undefined }

/** An error of the transport, which knows no call, with the place of its call. */
export function atCall(error: unknown, { locale, path }: Call): unknown {
  if (!(error instanceof SiteError) || !error.finding.failure) return error
  const { finding, cause } = error
  return new SiteError({ ...finding, where: { locale, url: path } }, { cause })
}

/** A read that was answered with a status of failure; `isOfFiles` where the content is in files, whose service nobody knows. */
export function failedCall(
  call: Call,
  url: URL,
  { status, body, failure, isOfFiles }: Came & { isOfFiles?: boolean },
): SiteError {
  const hints: Record<number, string> = {
    401: 'Set SITE_API_TOKEN to a token that the service accepts.',
    403: 'Give the token of SITE_API_TOKEN access to this document.',
    429: 'Build again later, or with a lower --concurrency.',
    503: 'The service is not ready; build again later.',
    404: `Check that the document exists in this locale and that "${url.origin}" with its path is the address of the service (it ends in /api).`,
  }
  return new SiteError(
    {
      code: status === 404 ? 'document-missing' : 'service-error',
      message: `${nameOf(call)} answered ${status}.`,
      hint: hints[status] ?? 'Look at the log of the service, then build again.',
      ...(isOfFiles && status === 404 && tellMissing(call)),
      where: { locale: call.locale, url: call.path },
      failure: failure ?? { kind: String(status), attempts: 1 }, // as a snapshot answers
    },
    causeIn(body),
  )
}

/** What is missing among the files of the content. */
function tellMissing({ path, locale }: Call): { message: string; hint: string } {
  const [, kind = '', key] = path.split('/')
  if (key === undefined)
    return {
      message: `The content has no folder "${locale}".`,
      hint: `Make it, with nodes.yaml, menus.yaml and pages/, or take "${locale}" out of "families" in the settings.`,
    }
  return {
    message: `No file in the folder "${locale}/${kind.replaceAll('_', '-')}" of the content has the ${kind === 'pages' ? 'id' : 'slug'} ${quoteValue(decodeURIComponent(key))}.`,
    hint: `Add it (its name ends in ".yaml"), or correct the node in "${locale}/nodes.yaml" that names it.`,
  }
}

/** What the service says of a failure, by the contract as `{code, message}`. */
function causeIn(body: Buffer): ErrorOptions {
  try {
    const { message } = (parseJson(body) ?? {}) as { message?: unknown }
    return typeof message === 'string' && message.trim() ? { cause: new Error(message) } : {}
  } catch {
    return {} // words for machines, or none
  }
}

/** The value of a JSON body; throws a `SiteError` that says what came in its place. */
export function parseBody(answer: Came, call: Call): unknown {
  try {
    return parseJson(answer.body)
  } catch (cause) {
    const { failure } = answer
    const where = { locale: call.locale, url: call.path }
    const told = { ...tellNoJson(answer, call), ...(failure && { failure }) }
    throw new SiteError({ code: 'service-error', where, ...told }, { cause })
  }
}

function tellNoJson({ body, contentType = 'no type' }: Came, call: Call): { message: string; hint: string } {
  const text = textOf(body)
  const start = text.slice(0, 400).replaceAll(/\s+/g, ' ').trim()
  if (start !== '' && endsEarly(body)) {
    return {
      message: `${nameOf(call)} answers JSON that ends before its value does, after ${body.length} bytes, at each of several attempts.`,
      hint: 'Look at the log of the service and of what stands before it, then build again.',
    }
  }
  const broken = /^[[{]/.test(start) ? breakOfJson(text) : undefined
  if (broken) {
    const { line, column, before, after } = broken
    return {
      message: `${nameOf(call)} answers JSON that breaks in line ${line}, column ${column}: ${quoteValue(after)} follows ${quoteValue(before)}.`,
      hint: 'Mend the answer at the service; asked again it would be the same.',
    }
  }
  return {
    message: `${nameOf(call)} answers no JSON (${contentType}), but ${start ? quoteValue(start) : 'an empty body'}.`,
    hint: 'Check that --api (or SITE_API) names the content service; its address ends in /api.',
  }
}
