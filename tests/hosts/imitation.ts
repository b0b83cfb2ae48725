import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { contentTypes } from '#publish/hosts/content-types.ts'
import type { RunningHost } from './host-process.ts'

/** A request as sent: the encoded path, and the query with its `?`. */
export type Asked = { path: string; search: string }

/** An answer: a file of the export, or the place to go. */
export type Reply = { status: number; file?: string; location?: string; headers?: Record<string, string> }

/**
 * A server that answers by rules a test has read from a host's files, for hosts whose makers have no server to run here. It proves that
 * the files say what the documentation asks for, not how the host behaves.
 */
export async function startImitation(site: string, replyTo: (asked: Asked) => Reply): Promise<RunningHost> {
  const server = createServer(async ({ url = '/' }, response) => {
    const [path = '/', search = ''] = url.split(/(?=\?)(.*)/s)
    const { status, file, location, headers = {} } = replyTo({ path, search })
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

/** The decoded path, or one that no file has. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/\0'
  }
}

/** What a folder of files has at a decoded path: a file, a folder with an index, `{path}.html`. */
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
