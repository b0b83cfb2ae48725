import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { contentTypes } from '#publish/hosts/content-types.ts'
import type { Deployment, RunningHost } from './host-process.ts'

type Value = { value: string }
type Request = {
  method: string
  uri: string
  querystring: Record<string, Value & { multiValue?: Value[] }>
  headers: object
}
type Answer = { statusCode: number; headers?: Record<string, Value>; body?: string }
type Handler = (event: { request: Request }) => Request | Answer
type Policy = {
  CustomHeadersConfig: { Items: { Header: string; Value: string }[] }
  SecurityHeadersConfig: {
    ContentSecurityPolicy?: { ContentSecurityPolicy: string }
    StrictTransportSecurity?: { AccessControlMaxAgeSec: number }
    ReferrerPolicy: { ReferrerPolicy: string }
  }
}

/**
 * An imitation of CloudFront in front of a private bucket, because AWS has no local server. It runs the real function
 * on real events, and answers keys as the REST endpoint of S3 does, with the error page that the notes require. It
 * proves nothing about AWS itself.
 */
export async function startCloudfront({ site, hosts }: Deployment): Promise<RunningHost> {
  const read = (file: string): Promise<string> => readFile(join(hosts, 'aws', file), 'utf8')
  const handler: Handler = runInNewContext(`${await read('cloudfront-function.js')}\nhandler`)
  const [pages, assets] = await Promise.all(
    ['response-headers-policy.json', 'response-headers-policy-assets.json'].map(
      async (file): Promise<Policy> => JSON.parse(await read(file)),
    ),
  )
  const server = createServer(async (request, response) => {
    const policy = request.url?.startsWith('/assets/') ? assets : pages
    for (const [name, value] of headersOf(policy)) response.setHeader(name, value)
    await answer(request, response, { handler, site })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function headersOf(policy: Policy | undefined): [string, string][] {
  if (!policy) return []
  const { ContentSecurityPolicy: csp, StrictTransportSecurity: hsts, ReferrerPolicy } = policy.SecurityHeadersConfig
  return [
    ...policy.CustomHeadersConfig.Items.map(({ Header, Value }): [string, string] => [Header, Value]),
    ...(csp ? [['Content-Security-Policy', csp.ContentSecurityPolicy] as [string, string]] : []),
    ...(hsts ? [['Strict-Transport-Security', `max-age=${hsts.AccessControlMaxAgeSec}`] as [string, string]] : []),
    ['Referrer-Policy', ReferrerPolicy.ReferrerPolicy],
    ['X-Content-Type-Options', 'nosniff'],
  ]
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { handler, site }: { handler: Handler; site: string },
): Promise<void> {
  const outcome = handler({ request: eventOf(request) })
  if ('statusCode' in outcome) {
    for (const [name, { value }] of Object.entries(outcome.headers ?? {})) response.setHeader(name, value)
    response.writeHead(outcome.statusCode).end(outcome.body)
    return
  }
  const key = decodeURIComponent(outcome.uri)
  const bytes = await readFile(join(site, key)).catch(() => undefined) // no such object
  if (bytes && key.startsWith('/assets/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
  if (bytes) response.setHeader('content-type', typeOf(key))
  else response.setHeader('content-type', 'text/html')
  response.writeHead(bytes ? 200 : 404).end(bytes ?? (await readFile(join(site, '404.html'))))
}

function eventOf({ method = 'GET', url = '/' }: IncomingMessage): Request {
  const [uri = '/', search = ''] = url.split(/\?(.*)/s)
  const querystring: Request['querystring'] = {}
  for (const part of search.split('&').filter(Boolean)) {
    const [name = '', value = ''] = part.split(/=(.*)/s)
    const entry = querystring[name]
    if (entry) entry.multiValue = [...(entry.multiValue ?? [{ value: entry.value }]), { value }]
    else querystring[name] = { value }
  }
  return { method, uri, querystring, headers: {} }
}

function typeOf(key: string): string {
  const ending = extname(key).slice(1)
  return Object.entries(contentTypes).find(([, endings]) => endings.includes(ending))?.[0] ?? 'binary/octet-stream'
}
