import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '#content/finding.ts'
import type { Settings } from '#renderer/settings.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { makeCache } from './claim-cache.ts'

/** Where content comes from: the service at an address, otherwise the demo service over files. */
export type Service = {
  api?: string
  files?: { contentFolder: string; mediaFolder: string; industries?: string[] }
}

/**
 * Runs `use` with a content service: the one that was named, otherwise the demo service, which runs until `use` has
 * ended. The demo service keeps form submissions in `database`. By default they stay in memory, because a build submits
 * nothing and should not need a database file that is writable and intact.
 */
export async function withService<T>(
  service: Service,
  use: (api: string) => Promise<T>,
  database = ':memory:',
): Promise<T> {
  if (service.api) return use(service.api)
  if (database !== ':memory:') makeCache(dirname(database))
  const { startDemoService } = await import('#demo/start-demo-service.ts')
  const started = await startDemoService({ database, ...service.files })
  try {
    return await use(started.api)
  } finally {
    await started.close()
  }
}

/** Whether the tool has the content of the demo. Only a checkout has it, not an installed package. */
export const hasDemo = existsSync(join(toolRoot, 'demo/content'))

/**
 * Returns the files of a site's own content, `content/` and `media/`. Empty for the demo site, whose content belongs to
 * the tool. Throws a `UsageError` if the site has no content, because then nothing says where its content comes from,
 * or if one of the `locales` has no content.
 */
export function contentOf(siteRoot: string, settings?: Settings, locales: string[] = []): Pick<Service, 'files'> {
  if (siteRoot === toolRoot && hasDemo) return {}
  const contentFolder = join(siteRoot, 'content')
  if (!existsSync(contentFolder))
    throw new UsageError('No content service is set.', {
      hint: 'Set its address with --api, SITE_API or "api" in site.config.ts, or keep content as files in the folder "content" of the site.',
    })
  const missing = locales.find((locale) => !existsSync(join(contentFolder, locale)))
  if (missing !== undefined)
    throw new UsageError(`The locale "${missing}" has no content: there is no folder "content/${missing}".`, {
      hint: `Create it with nodes.yaml, menus.yaml and pages/, as "site init" does for a new site (see docs/site-of-your-own.md of the tool). Or remove "${missing}" from "families" in the settings.`,
    })
  const mediaFolder = join(siteRoot, 'media')
  return { files: { contentFolder, mediaFolder, ...(settings && { industries: settings.industries }) } }
}
