import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { openDatabase } from './database.ts'
import { createDemoApp } from './demo-app.ts'
import { openMediaFolder } from './source/media-folder.ts'
import { openContent } from './source/read-content.ts'
import { faultText } from './source/read-file.ts'

export type DemoServiceOptions = {
  /** 0, the default, takes any free port. */
  port?: number
  /** The SQLite file that stores form entries, consents and sessions. `:memory:` keeps them until `close`. */
  database: string
  contentFolder?: string
  mediaFolder?: string
  /** The industries that forms accept. The default is those of the tool. */
  industries?: readonly string[]
  /** Called with errors that were answered with 500. By default, each is printed to stderr once. */
  onError?: (error: Error) => void
}

export type DemoService = {
  /** Base address of the content API, `http://127.0.0.1:{port}/api`. */
  api: string
  origin: string
  /** Ends all connections and closes the database. Further calls do nothing. */
  close(): Promise<void>
}

const host = '127.0.0.1'
const keepAliveMs = 30_000
const lastRequestsMs = 1000

/**
 * Starts the demo content service on the loopback address. It serves the whole content API from the files in
 * `demo/content`.
 */
export async function startDemoService(options: DemoServiceOptions): Promise<DemoService> {
  const content = openContent(options.contentFolder ?? ownFolder('content'))
  const media = openMediaFolder(options.mediaFolder ?? ownFolder('media'))
  const database = openDatabase(options.database)
  const { industries, onError = printErrors() } = options
  const app = createDemoApp({ content, media, database, industries, onError })
  // Other code in the process may rely on the global Request and Response.
  const server = createServer(
    { keepAliveTimeout: keepAliveMs },
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
  )
  const port = await listen(server, options.port ?? 0).catch((cause: unknown) => {
    database.close()
    throw cause
  })
  const origin = `http://${host}:${port}`
  let closing: Promise<void> | undefined
  return {
    api: `${origin}/api`,
    origin,
    close() {
      closing ??= stop(server).finally(() => database.close())
      return closing
    },
  }
}

const maxRemembered = 100

/** Prints each error once, because a preview repeats its requests more than twice a second. */
function printErrors(): (error: Error) => void {
  const reported = new Set<string>()
  return (error) => {
    if (reported.has(error.message)) return
    if (reported.size >= maxRemembered) reported.clear()
    reported.add(error.message)
    process.stderr.write(`${faultText(error) ?? error.stack}\n`)
  }
}

function ownFolder(name: string): string {
  return fileURLToPath(new URL(`../demo/${name}`, import.meta.url))
}

async function listen(server: Server, port: number): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening')
  } catch (cause) {
    const message = `The demo content service cannot listen on port ${port} of ${host}. Choose a free port, or 0 for any.`
    throw new Error(message, { cause })
  }
  // A server that listens on a port always has this kind of address.
  return (server.address() as AddressInfo).port
}

async function stop(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), lastRequestsMs)
  await server[Symbol.asyncDispose]()
  clearTimeout(cut)
}
