import { type Answer, answerOf, callHeaders } from '#hydrate/call-api.ts'

export type Sending = {
  action: string
  body: FormData | string
  /** Equal for every try to send one filled form, so that the service keeps one entry. */
  key: string
  /** Gets the share of the upload that has left, 0 to 1. */
  onProgress: (share: number) => void
}

const longestMs = 120_000

/** Posts a form. Never throws: without an answer the status is 0. (`fetch` tells nothing about an upload under way.) */
export function sendForm({ action, body, key, onProgress }: Sending): Promise<Answer> {
  return new Promise((done) => {
    const request = new XMLHttpRequest()
    request.open('POST', action)
    const headers = { ...callHeaders(), 'Idempotency-Key': key }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (typeof body === 'string') request.setRequestHeader('Content-Type', 'application/json')
    else request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.timeout = longestMs
    request.onloadend = () => done(answerOf(request.status, request.responseText))
    request.send(body)
  })
}
