import type { Exchange } from '#cli/doctor/ask-raw.ts'
import type { Reading } from '#cli/doctor/audited-reads.ts'
import { type Row, type Warn, warnIn } from '#cli/doctor/remark.ts'
import { askCall, endpointOf, type Visit } from '#cli/doctor/visit.ts'
import { nameOf, pathSegment } from '#content/client/call.ts'
import type { SitemapNode } from '#content/schema.ts'

const futureMs = 60_000
const dayMs = 86_400_000
const longAgo = 'Thu, 01 Jan 1981 00:00:00 GMT'
const foreignTag = '"of-no-answer-ever"'

/** Repeats a read with validators and without, and notes tags, dates and times that are not reliable. */
export async function checkValidators({ call, first }: Reading, visit: Visit): Promise<void> {
  const warn = warnIn(visit.rows.of(endpointOf(call), call.locale), nameOf(call))
  const again: CheckTools['again'] = (headers = {}) => askCall(visit, { ...call, headers })

  const second = await again()
  if (second.status !== first.status) return
  const slowest = Math.min(first.ms, second.ms)
  if (slowest > visit.slowMs) {
    warn('slow', `takes ${(slowest / 1000).toFixed(1)} s for each request.`)
  }
  const isSame = second.body.equals(first.body)
  const { etag, 'last-modified': modified } = first.headers
  if (isSame && etag !== undefined && second.headers.etag !== etag) {
    warn(
      'etag-changes',
      `returns the same bytes with a different ETag each time, first ${etag} and then ${second.headers.etag ?? 'none'}.`,
    )
  }
  if (!isSame) await checkChange(first, second, { again, warn })
  const answeredAt = Date.parse(String(first.headers.date)) || Date.now()
  if (Date.parse(String(modified)) - answeredAt > futureMs)
    warn('last-modified-lies', `has a Last-Modified in the future, ${modified}.`)
  const isSteady = isSame && second.headers.etag === etag
  await checkConditions({ modified, etag: isSteady ? etag : undefined }, { again, warn })
}

/**
 * Sends validators that no response ever had. If the service does not answer 304 to them, sends the `etag` of the
 * response, if that is steady.
 */
async function checkConditions({ etag, modified }: Validators, { again, warn }: CheckTools): Promise<void> {
  const stranger = await again({ 'if-none-match': foreignTag })
  const early = await again({ 'if-modified-since': longAgo })
  const isOld = Date.parse(String(modified)) <= Date.parse(longAgo)
  if (stranger.status === 304 || (early.status === 304 && !isOld)) {
    const asked = stranger.status === 304 ? `a tag that it never sent (${foreignTag})` : `a date long ago (${longAgo})`
    return warn('not-modified-always', `answers 304 to ${asked}: builds would never see a change.`)
  }
  if (etag === undefined) return
  const known = await again({ 'if-none-match': etag })
  const isIgnored = known.status === 200 && known.headers.etag === etag
  if (!isIgnored && known.status !== 412) return
  warn(
    'etag-ignored',
    `has an ETag, but ${isIgnored ? 'sends the whole answer again' : 'answers 412'} to a request that names it.`,
  )
}

type Validators = { etag: string | undefined; modified: string | undefined }
type CheckTools = { again: (headers?: Record<string, string>) => Promise<Exchange>; warn: Warn }

async function checkChange(first: Exchange, second: Exchange, { again, warn }: CheckTools): Promise<void> {
  const { etag, 'last-modified': modified, date } = second.headers
  const isOld = Date.parse(String(date)) - Date.parse(String(modified)) > 1000
  if (etag !== undefined && etag === first.headers.etag) {
    return warn('etag-lies', `returns different bytes with the same ETag ${etag}.`)
  }
  if (etag === undefined && isOld && modified === first.headers['last-modified']) {
    return warn('last-modified-lies', `returns different bytes with the same Last-Modified ${modified}.`)
  }
  const third = await again()
  // the content changed between the first two responses
  if (third.body.equals(second.body)) return
  warn('answer-changes', 'returns different bytes for each request.')
}

/** Notes pages whose `Last-Modified` is more than a day earlier than the change that their node names. */
export function checkNodeDates(nodes: SitemapNode[], readings: Reading[], row: Row): void {
  for (const { call, first } of readings) {
    const node = nodes.find(({ nodeReference = '' }) => call.path === `/pages/${pathSegment(nodeReference)}`)
    const changed = Date.parse(node?.updatedAt ?? '')
    const modified = Date.parse(String(first.headers['last-modified']))
    if (!(changed - modified > dayMs) || changed > Date.now()) continue
    const message = `says that it was changed at ${first.headers['last-modified']}, but its node says ${node?.updatedAt}.`
    warnIn(row, nameOf(call))('last-modified-lies', message)
  }
}

/** Notes ETags that three or more different documents share. All `readings` belong to one endpoint. */
export function checkSharedTags(readings: Reading[], row: Row): void {
  const byTag = Map.groupBy(
    readings.filter(({ first }) => first.headers.etag !== undefined),
    ({ first }) => first.headers.etag,
  )
  for (const [tag, sharing] of byTag) {
    const different = new Set(sharing.map(({ first }) => first.body.toString('latin1')))
    if (different.size < 3) continue
    const message = `${different.size} different documents share the ETag ${tag}, among them ${nameOf(sharing[0]?.call ?? { path: '', locale: '' })}.`
    warnIn(row)('etag-shared', message)
  }
}
