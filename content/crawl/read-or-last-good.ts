import { type Call, nameOf } from '#content/client/call.ts'
import type { ContentClient, ContentReads } from '#content/client/client.ts'
import { Findings, SiteError } from '#content/finding.ts'
import { count } from '#content/wording/count.ts'

export type LastGoodOptions = {
  client: ContentClient
  findings: Findings
  /** How many days an answer of before stands in for reads that fail; without it none does. */
  lastGoodDays?: number | undefined
}

type Reading = { client: ContentReads; findings: Findings }

const dayMs = 86_400_000

/**
 * What a read gives. One that fails is told as an error, and then what the service answered before stands in its place, which is told
 * too; nothing where there is none, or it is too old. A service that cannot be reached throws, because it stops the build.
 */
export async function readOrLastGood<T>(
  call: Call,
  read: (reading: Reading) => Promise<T | undefined>,
  options: LastGoodOptions,
): Promise<T | undefined> {
  try {
    const value = await read(options)
    if (value !== undefined) return value
  } catch (error) {
    if (!(error instanceof SiteError) || error.finding.code === 'service-unreachable') throw error
    options.findings.error(error.finding)
    if (error.finding.code === 'document-missing') return undefined // is gone, not ill
  }
  return readLastGood(call, read, options)
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
  // Read though it may not be used: that keeps it for a build that may. Its findings were told when it came.
  const value = await orNothing(read({ client: before, findings: new Findings() }))
  if (value === undefined || since === undefined || lastGoodDays === undefined) return undefined
  const days = (Date.now() - Date.parse(since)) / dayMs
  const isTooOld = days > lastGoodDays
  findings.warn({
    code: 'content-outdated',
    message: isTooOld
      ? `${nameOf(call)} cannot be used since ${since.slice(0, 10)} (${ageOf(days)}); what it answered before is left out, as older than ${lastGoodDays} days.`
      : `${nameOf(call)} cannot be used since ${since.slice(0, 10)} (${ageOf(days)}); what it answered before stands in its place.`,
    where: { locale: call.locale, url: call.path },
    hint: isTooOld
      ? 'Mend what the error beside this warning names, or raise crawl.lastGoodDays in the settings.'
      : 'Mend what the error beside this warning names.',
  })
  return isTooOld ? undefined : value
}

async function orNothing<T>(read: Promise<T>): Promise<T | undefined> {
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
