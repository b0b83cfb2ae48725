import type { Answer } from './api/answer.ts'
import { leavingMs } from './leaving-ms.ts'

const shortestMs = 200

/**
 * Returns the answer to a call after at least 200 ms, so that a loader does not flicker (spec §4). If no answer
 * came and the visitor has just followed a link, the result is delayed for as long as the page may still be visible:
 * nothing has failed.
 */
export async function atLeast(call: Promise<Answer>): Promise<Answer> {
  let leftAt = 0
  const leave = (): void => {
    leftAt = Date.now()
  }
  addEventListener('beforeunload', leave)
  const [answer] = await Promise.all([call, passed(shortestMs)]).finally(() =>
    removeEventListener('beforeunload', leave),
  )
  if (!answer.status && Date.now() - leftAt < leavingMs) await passed(leavingMs)
  return answer
}

function passed(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
