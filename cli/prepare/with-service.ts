import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '#content/finding.ts'
import type { Settings } from '#renderer/settings.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/** Where content comes from: the service at an address, else the demo service over files. */
export type Service = {
  api?: string
  cache: string
  files?: { contentFolder: string; mediaFolder: string; industries?: string[] }
}

/** A content service to read from: the one that was named, else the demo service, started for the time of the command. */
export async function withService<T>(service: Service, use: (api: string) => Promise<T>): Promise<T> {
  if (service.api) return use(service.api)
  const { startDemoService } = await import('#demo/start-demo-service.ts')
  const started = await startDemoService({ database: join(service.cache, 'demo.sqlite'), ...service.files })
  try {
    return await use(started.api)
  } finally {
    await started.close()
  }
}

/**
 * The files of a site's own content, `content/` and `media/`; nothing for the demo site, whose content is the tool's. Throws a
 * `UsageError` where a site has none, as then nothing says where its content is.
 */
export function contentOf(siteRoot: string, settings?: Settings): Pick<Service, 'files'> {
  if (siteRoot === toolRoot && existsSync(join(toolRoot, 'demo/content'))) return {}
  const contentFolder = join(siteRoot, 'content')
  if (existsSync(contentFolder))
    return {
      files: {
        contentFolder,
        mediaFolder: join(siteRoot, 'media'),
        ...(settings && { industries: settings.industries }),
      },
    }
  throw new UsageError('No content service is named.', {
    hint: 'Name it with --api, by SITE_API, or as "api" in site.config.ts; or keep content as files in the folder "content" of the site.',
  })
}
