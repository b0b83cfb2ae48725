import { findService } from '#cli/prepare/find-service.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { untilInterrupted } from '#cli/with-interruption.ts'
import { recoverForReading } from '#publish/export/commit/recover-export.ts'
import { startStaticServer } from '#publish/static-server.ts'

/** `site serve`: the export and the content service behind one address, until interrupted. */
export async function serve(
  options: { out: string; cache: string; config: string; api?: string; port: number },
  signal: AbortSignal,
): Promise<void> {
  await recoverForReading(options.out, 'site serve')
  await withService(await findService(options), async (api) => {
    const server = await startStaticServer({ directory: options.out, api, port: options.port })
    process.stderr.write(
      `The export in "${options.out}" is served at ${server.origin}\n/api leads to ${api}. Stop it with Ctrl+C.\n`,
    )
    await untilInterrupted(signal)
    await server.close()
  })
}
