import { join } from 'node:path'
import { findService } from '#cli/prepare/find-service.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { untilInterrupted } from '#cli/with-interruption.ts'
import { recoverForReading } from '#publish/export/commit/recover-export.ts'
import { readRouting } from '#publish/routing.ts'
import { startStaticServer } from '#publish/serve/static-server.ts'

/**
 * Runs `site serve`. Serves the export until it is interrupted. If the pages request the content service at their own
 * origin, it is served there too.
 */
export async function serve(
  options: { out: string; cache: string; config: string; api?: string; port: number },
  signal: AbortSignal,
): Promise<void> {
  await recoverForReading(options.out)
  const { apiBase } = await readRouting(options.out)
  const serveWith = async (api?: string): Promise<void> => {
    const server = await startStaticServer({ directory: options.out, api, port: options.port })
    const asked = api ? `Requests to ${apiBase} go to ${api}` : `Its pages send requests to ${apiBase} themselves`
    process.stderr.write(
      `The export in "${options.out}" is served at ${server.origin}\n${asked}. Stop it with Ctrl+C.\n`,
    )
    await untilInterrupted(signal)
    await server.close()
  }
  const database = join(options.cache, 'demo.sqlite')
  if (apiBase.startsWith('/')) await withService(await findService(options), serveWith, database)
  else await serveWith()
}
