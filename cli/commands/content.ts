import { join } from 'node:path'
import { makeCache } from '#cli/prepare/claim-cache.ts'
import { findContent } from '#cli/prepare/find-service.ts'
import { untilInterrupted } from '#cli/with-interruption.ts'
import { startDemoService } from '#demo/start-demo-service.ts'
import { unusablePort } from '#publish/serve/serve-app.ts'

/** Runs `site content`: the demo service, until it is interrupted. */
export async function content(
  options: { cache: string; config: string; port: number },
  signal: AbortSignal,
): Promise<void> {
  const { files } = await findContent(options)
  makeCache(options.cache)
  const database = join(options.cache, 'demo.sqlite')
  const { port } = options
  const service = await startDemoService({ port, database, ...files }).catch((error: Error) => {
    const cause = error.cause as NodeJS.ErrnoException | undefined // if there is a cause, it is an error of Node
    throw cause?.syscall === 'listen' ? unusablePort(port, cause) : error
  })
  process.stderr.write(
    `The content of ${files ? 'the site' : 'the demo'} is served at ${service.api}\nForms and consents are stored in ${database}. Stop it with Ctrl+C.\n`,
  )
  await untilInterrupted(signal)
  await service.close()
}
