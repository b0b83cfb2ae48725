import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** Status and headers of an answer. The caller reads its body or dumps it. */
export type Received = {
  statusCode: number
  headers: IncomingHttpHeaders
  body: Readable
  dump(): Promise<void>
}

export type SentRequest = {
  headers: Record<string, string>
  signal: AbortSignal
  /** Whether host names, except `innerHosts`, must not lead to private or link-local addresses (`guardedLookup`). */
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

/** Whether requests go through the proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Node's own clients obey the same variable. */
export function takesProxies(): boolean {
  return process.env.NODE_USE_ENV_PROXY === '1'
}

/** What to do about a proxy that the environment names, after a request without an answer; empty where there is nothing. */
export function adviceOnProxy(kind: string): string {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']
  const name = names.find((one) => process.env[one])
  if (!name) return ''
  if (takesProxies()) return ` See that the proxy of ${name} runs; what it should not carry belongs into NO_PROXY.`
  const isStopped = kind === 'no way to the host' || kind === 'time-out' // as by a network that lets only its proxy out
  return isStopped ? ` The proxy of ${name} is taken only with NODE_USE_ENV_PROXY=1.` : ''
}

/** The most bytes that the headers of an answer may have. Node allows 16 kB; some services name all members of a list in a header, for caches. */
export const maxHeaderSize = 256 * 1024
