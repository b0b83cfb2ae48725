import { join } from 'node:path'

/** A content service to read from: the one that was named, else the demo service, started for the time of the command. */
export async function withService<T>(
  options: { api?: string; cache: string },
  use: (api: string) => Promise<T>,
): Promise<T> {
  if (options.api) return use(options.api)
  const { startDemoService } = await import('#demo/start-demo-service.ts')
  const service = await startDemoService({ database: join(options.cache, 'demo.sqlite') })
  try {
    return await use(service.api)
  } finally {
    await service.close()
  }
}
