import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** Status and headers of an answer. The caller reads its body or discards it with `dump`. */
export type Received = {
  statusCode: number
  headers: IncomingHttpHeaders
  body: Readable
  dump(): Promise<void>
}

export type SentRequest = {
  headers: Record<string, string>
  signal: AbortSignal
  /** Whether host names, except `innerHosts`, must not resolve to private or link-local addresses (`guardedLookup`). */
  isGuarded: boolean
}

/** Keep-alive connections to any number of origins. They do not follow redirects or decompress answers. */
export type Connections = {
  request(url: URL, request: SentRequest): Promise<Received>
  /** Closes the connections. The transport aborts all requests first. */
  close(): Promise<void>
}

/** Opens at most `most` connections to one origin. */
export type Connect = (options: { most: number; innerHosts: ReadonlySet<string> }) => Connections

/**
 * Whether requests go through the proxies in `HTTP_PROXY`, `HTTPS_PROXY` and
 * `NO_PROXY`. Node's own clients obey the same variable.
 */
export function takesProxies(): boolean {
  return process.env.NODE_USE_ENV_PROXY === '1'
}

/** Advice about a proxy in the environment after a request without an answer; empty if there is nothing to do. */
export function adviceOnProxy(kind: string, url: URL): string {
  const names = ['http_proxy', 'HTTP_PROXY']
  if (url.protocol === 'https:') names.unshift('https_proxy', 'HTTPS_PROXY')
  const name = names.find((one) => process.env[one])
  if (!name || usesNoProxy(url)) return ''
  if (takesProxies())
    return ` Check that the proxy in ${name} is running, and list the hosts that must not use it in NO_PROXY.`
  // For example in a network that lets only its proxy out.
  const isStopped = kind === 'host unreachable' || kind === 'time-out'
  return isStopped ? ` The proxy in ${name} is used only with NODE_USE_ENV_PROXY=1.` : ''
}

/** Whether `NO_PROXY` names a host, or a domain above it, as in `localhost, .example.com:8080`. */
function usesNoProxy({ hostname, port, protocol }: URL): boolean {
  const names = (process.env.no_proxy ?? process.env.NO_PROXY ?? '').toLowerCase().split(/[,\s]+/)
  const usualPort = protocol === 'https:' ? 443 : 80
  const hosts = [hostname.replace(/^\[|\]$/g, ''), `${hostname}:${port || usualPort}`]
  return names.some((name) => {
    const domain = name.replace(/^\*?\./, '')
    return name === '*' || hosts.some((host) => host === domain || (domain !== '' && host.endsWith(`.${domain}`)))
  })
}

/**
 * The maximum size of an answer's headers in bytes. Node allows 16 kB, but some services name all members of a list in
 * a header, for caches.
 */
export const maxHeaderSize = 256 * 1024
