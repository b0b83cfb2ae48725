import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** The beginning of an answer; its body is read, or dumped. */
export type Received = {
  statusCode: number
  headers: IncomingHttpHeaders
  body: Readable
  dump(): Promise<void>
}

export type SentRequest = {
  headers: Record<string, string>
  signal: AbortSignal
  /** Names of hosts, but for the inner ones, must not lead to link-local addresses and the like. */
  isGuarded: boolean
}

/** Keep-alive connections to any number of origins. Redirects are not followed, nothing is decompressed. */
export type Connections = {
  request(url: URL, request: SentRequest): Promise<Received>
  /** Waits for what is under way. */
  close(): Promise<void>
}

/** Opens at most `most` connections to one origin. */
export type Connect = (options: { most: number; innerHosts: ReadonlySet<string> }) => Connections

/** Whether requests go by the proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, which Node's own clients ask this variable too. */
export function takesProxies(): boolean {
  return process.env.NODE_USE_ENV_PROXY === '1'
}

/** Bytes of the headers of an answer, of which Node takes 16 kB by itself: services name all that a list holds in one, for caches before them. */
export const maxHeaderSize = 256 * 1024
