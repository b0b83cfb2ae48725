import type { Answer } from './api/call-api.ts'

const shortestMs = 200
const leavingMs = 9000

/**
 * The answer to a call, but not before 200 ms have passed, so that a loader does not flicker (spec §4). If no answer came and a link was
 * just followed, it is held back for as long as the page may still be shown: Firefox drops calls under way then, and nothing has failed.
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
