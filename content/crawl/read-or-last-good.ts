import { type Call, nameOf } from '#content/client/call.ts'
import type { ContentClient, ContentReads } from '#content/client/client.ts'
import { Findings, SiteError } from '#content/finding.ts'
import { count } from '#content/wording/count.ts'

export type LastGoodOptions = {
  client: ContentReads & Pick<ContentClient, 'lastGood'>
  findings: Findings
  /** For how many days a last good answer replaces reads that fail. Without it, none is used. */
  lastGoodDays?: number | undefined
  /** A sentence about the consequence if a read fails and nothing replaces it. */
  consequence?: string
}

/** The client to read with, and the findings to report to. */
export type Reading = { client: ContentReads; findings: Findings }

const dayMs = 86_400_000

/**
 * Returns the result of `read`. If `read` throws or reports errors, it runs again with last good answers
 * only, and a warning is reported. If these are missing or too old, returns the part that could be read. No
 * old answer replaces a document that was removed. Errors are reported in every case. Throws if the service
 * cannot be reached, because that stops the build.
 */
export async function readOrLastGood<T>(
  call: Call,
  read: (reading: Reading) => Promise<T | undefined>,
  options: LastGoodOptions,
): Promise<T | undefined> {
  const { client, findings } = options
  const collected = new Findings()
  let value: T | undefined
  try {
    value = await read({ client, findings: collected })
  } catch (error) {
    if (!(error instanceof SiteError) || error.finding.code === 'service-unreachable') throw error
    collected.error(error.finding)
  }
  for (const warning of collected.warnings) findings.warn(warning)
  // The document was removed, so the service is not failing.
  const isGone = collected.errors.some(({ code }) => code === 'document-missing')
  const isFailing = !isGone && (value === undefined || collected.errors.length > 0)
  const given = isFailing ? ((await readLastGood(call, read, options)) ?? value) : value
  const follows = given === undefined && options.consequence ? ` ${options.consequence}` : ''
  for (const error of collected.errors) findings.error({ ...error, message: `${error.message}${follows}` })
  return given
}

async function readLastGood<T>(
  call: Call,
  read: (reading: Reading) => Promise<T | undefined>,
  { client, findings, lastGoodDays }: LastGoodOptions,
): Promise<T | undefined> {
  let since: string | undefined
  const before = client.lastGood((one) => {
    if (since === undefined || one < since) since = one
  })
  const collected = new Findings() // never reported: they were reported when the answers first came
  // Read even if `lastGoodDays` forbids using the answers: reading keeps them for a build that may use them.
  const value = await orUndefined(read({ client: before, findings: collected }))
  const isGood = value !== undefined && collected.errors.length === 0
  if (!isGood || since === undefined || lastGoodDays === undefined) return undefined
  const days = (Date.now() - Date.parse(since)) / dayMs
  const isTooOld = days > lastGoodDays
  findings.warn({
    code: 'content-outdated',
    message: isTooOld
      ? `${nameOf(call)} has not been usable since ${since.slice(0, 10)} (${ageOf(days)}); its last good answer is not used, because it is older than ${lastGoodDays} days.`
      : `${nameOf(call)} has not been usable since ${since.slice(0, 10)} (${ageOf(days)}); its last good answer is used instead.`,
    where: { locale: call.locale, url: call.path },
    hint: isTooOld
      ? 'Fix the error that is reported with this warning, or raise crawl.lastGoodDays in the settings.'
      : 'Fix the error that is reported with this warning.',
  })
  return isTooOld ? undefined : value
}

/** The result of a read; `undefined` if it fails with a `SiteError`. */
export async function orUndefined<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof SiteError) return undefined
    throw error
  }
}

function ageOf(days: number): string {
  if (days >= 1) return count(Math.floor(days), 'day')
  return days * 24 >= 1 ? count(Math.floor(days * 24), 'hour') : 'less than an hour'
}
