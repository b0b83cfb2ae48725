import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { contentTypes } from '#publish/hosts/content-types.ts'
import type { RunningHost } from './host-process.ts'

/** A request as sent: the encoded path, and the query with its `?`. */
export type Asked = { path: string; search: string }

/** An answer: a file of the export, a redirect, or the address of a service that answers instead. */
export type Reply = {
  status: number
  file?: string
  location?: string
  proxy?: string
  headers?: Record<string, string>
}

/**
 * A server that follows the rules in a host's files, for hosts that have no local server. It proves that the files
 * match the documentation of the host, but not how the host behaves.
 */
export async function startImitation(site: string, replyTo: (asked: Asked) => Reply): Promise<RunningHost> {
  const server = createServer(async (asked, response) => {
    const { url = '/' } = asked
    const [path = '/', search = ''] = url.split(/(?=\?)(.*)/s)
    const { status, file, location, proxy, headers = {} } = replyTo({ path, search })
    if (proxy !== undefined) return handOver(asked, response, proxy)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (location !== undefined) response.setHeader('location', location)
    if (file !== undefined) response.setHeader('content-type', typeOf(file))
    response.writeHead(status).end(file === undefined ? '' : await readFile(join(site, file)))
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

/** Passes a request to a service and returns its answer, both unchanged. */
function handOver(asked: IncomingMessage, response: ServerResponse, address: string): void {
  const { host } = new URL(address)
  const headers = { ...asked.headers, host }
  const outgoing = request(address, { method: asked.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  outgoing.on('error', () => response.writeHead(502).end())
  asked.pipe(outgoing)
}

/** Returns the decoded path, or a path that no file has. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/\0'
  }
}

/** Finds what a folder has at a decoded path: a file, a folder with an index, or `{path}.html`. */
export function lookUp(site: string, path: string): { file: string; is: 'file' | 'index' | 'html' } | undefined {
  const bare = path.replace(/(?<=.)\/$/, '')
  if (path.includes('\0')) return undefined
  if (!path.endsWith('/') && isFile(join(site, bare))) return { file: bare, is: 'file' }
  if (isFile(join(site, bare, 'index.html'))) return { file: join(bare, 'index.html'), is: 'index' }
  if (isFile(join(site, `${bare}.html`))) return { file: `${bare}.html`, is: 'html' }
  return undefined
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

function typeOf(file: string): string {
  const ending = extname(file).slice(1)
  return Object.entries(contentTypes).find(([, endings]) => endings.includes(ending))?.[0] ?? 'application/octet-stream'
}
