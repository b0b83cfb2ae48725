import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import { UsageError } from '#content/finding.ts'

export type AppServer = { origin: string; port: number; close: () => Promise<void> }

/** The error for a port that nothing can listen on. */
export function unusablePort(port: number, cause: unknown): UsageError {
  return new UsageError(`Port ${port} cannot be used.`, { hint: 'Choose another one with --port.', cause })
}

/**
 * Serves an app on 127.0.0.1, on any free port if the port is 0. Returns once the server listens. Throws a `UsageError`
 * if the port is taken.
 */
export async function serveApp(app: Hono, wantedPort: number): Promise<AppServer> {
  const server = serve({ fetch: app.fetch, port: wantedPort, hostname: '127.0.0.1' })
  const port = await new Promise<number>((started, failed) => {
    server.once('listening', () => started((server.address() as AddressInfo).port))
    server.once('error', (cause) => failed(unusablePort(wantedPort, cause)))
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
