import { type Answer, answerOf, callHeaders, silenceMs } from '#hydrate/api/call-api.ts'

export type Sending = {
  action: string
  body: FormData | string
  /** Equal for every try to send one filled form, so that the service keeps one entry. */
  key: string
  /** Gets the share of the upload that has left, 0 to 1. */
  onProgress: (share: number) => void
}

/** Half a megabit a second, the slowest upload that is waited for: what has left the browser may still wait in the system. */
const slowestBytesPerMs = 64

/** Posts a form. Never throws: without an answer in time the status is 0. (`fetch` would tell nothing about an upload under way.) */
export function sendForm({ action, body, key, onProgress }: Sending): Promise<Answer> {
  return new Promise((done) => {
    const request = new XMLHttpRequest()
    let limit: ReturnType<typeof setTimeout> | undefined
    const wait = (ms: number): void => {
      clearTimeout(limit)
      limit = setTimeout(() => request.abort(), ms)
    }
    request.open('POST', action)
    for (const [name, value] of Object.entries(callHeaders(key))) request.setRequestHeader(name, value)
    if (typeof body === 'string') request.setRequestHeader('Content-Type', 'application/json')
    else
      request.upload.onprogress = ({ loaded, total }) => {
        wait(silenceMs + total / slowestBytesPerMs)
        onProgress(loaded / total)
      }
    request.onloadend = () => done(answerOf(request.status, request.responseText))
    wait(silenceMs)
    request.send(body)
  })
}
