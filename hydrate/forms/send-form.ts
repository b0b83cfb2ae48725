import { type Answer, answerOf, callHeaders, silenceMs } from '#hydrate/api/answer.ts'

export type Sending = {
  action: string
  body: FormData | string
  /** The same for every attempt to send the same values, so that the service stores only one entry. */
  key: string
  /** Called with the progress of the upload, 0 to 1. */
  onProgress: (share: number) => void
}

export type Sent = Answer & { headers: string }

/** The slowest supported upload, half a megabit per second: sent bytes may still be waiting in the operating system. */
const slowestBytesPerMs = 64

/**
 * Posts a form. Never rejects: without an answer in time the status is 0. (`fetch` does not report upload progress.)
 */
export function sendForm({ action, body, key, onProgress }: Sending): Promise<Sent> {
  return new Promise((done) => {
    const request = new XMLHttpRequest()
    const headers = callHeaders(key)
    let limit: ReturnType<typeof setTimeout> | undefined
    const wait = (ms: number): void => {
      clearTimeout(limit)
      limit = setTimeout(() => request.abort(), ms)
    }
    request.open('POST', action)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (typeof body === 'string') request.setRequestHeader('Content-Type', 'application/json')
    else
      request.upload.onprogress = ({ loaded, total }) => {
        wait(silenceMs + total / slowestBytesPerMs)
        onProgress(loaded / total)
      }
    // All headers, because browsers complain if a script asks for one that they hide, as those of other origins.
    request.onloadend = () =>
      done({ ...answerOf(request.status, request.responseText, headers), headers: request.getAllResponseHeaders() })
    wait(silenceMs)
    request.send(body)
  })
}
