import { request } from 'node:http'
import { buffer as bytesOf } from 'node:stream/consumers'

export type Answer = { status: number; headers: Headers; body: string; bytes: Buffer }

/** Sends one GET with the path exactly as written. Does not follow redirects or decompress the answer. */
export function ask(origin: string, path: string, asking: Record<string, string> = {}): Promise<Answer> {
  return new Promise((done, failed) => {
    const { hostname, port } = new URL(origin)
    const outgoing = request({ hostname, port, path, headers: asking, agent: false }, (response) => {
      const headers = new Headers()
      for (let at = 0; at < response.rawHeaders.length; at += 2)
        headers.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '')
      bytesOf(response).then(
        (bytes) => done({ status: response.statusCode ?? 0, headers, body: bytes.toString(), bytes }),
        failed,
      )
    })
    outgoing.on('error', failed).end()
  })
}

/** Returns a `Location` as path, query and fragment, with uniform percent-encoding, and the origin if it is foreign. */
export function placeOf(location: string | null, origin: string): string | undefined {
  if (location === null) return undefined
  const url = new URL(location, origin)
  const place = `${url.pathname}${url.search}${url.hash}`.replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
  return url.origin === origin ? place : `${url.origin}${place}`
}
