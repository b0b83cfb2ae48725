import type { Reading } from '#cli/doctor/audited-reads.ts'
import { judgeAnswer } from '#cli/doctor/judge-answer.ts'
import { warnIn } from '#cli/doctor/remark.ts'
import { askCall, endpointOf, type Visit } from '#cli/doctor/visit.ts'
import { nameOf } from '#content/client/call.ts'
import { pageOf } from '#content/client/read-collection.ts'

/**
 * Asks for a second page of a list that named none. A build takes such a list as whole, so members that only another
 * page has would be missing from the site without an error.
 */
export async function checkPaging({ call, value, pages, count }: Reading, visit: Visit): Promise<void> {
  const { members = [] } = pageOf(value) ?? {}
  if (pages > 1 || members.length === 0) return
  const exchange = await askCall(visit, { ...call, query: { ...call.query, page: '2' } })
  const second = judgeAnswer(exchange, nameOf(call), { hasToken: false, isError: false })
  const known = new Set(members.map(keyOf))
  if (pageOf(second.value)?.members.every((member) => known.has(keyOf(member))) ?? true) return
  const message = `names no next page, but has other members at page=2, so a build reads only the first ${count}.`
  warnIn(visit.rows.of(endpointOf(call), call.locale), nameOf(call))('paging-hidden', message)
}

function keyOf(member: unknown): string {
  const { id, slug, path } = (member ?? {}) as Record<string, unknown>
  return JSON.stringify([id, slug, path])
}
