import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseBase } from '#content/client/client-settings.ts'
import { UsageError } from '#content/finding.ts'
import { hidePasswords } from '#content/wording/hide-passwords.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { contentOf, hasDemo, type Service } from './with-service.ts'

/**
 * Returns the content service for commands that need no other settings: the service that is named, otherwise that of
 * the site. Throws a `UsageError` for an invalid address.
 */
export async function findService({ api, config }: { api?: string; config: string }): Promise<Service> {
  if (api) parseBase(api, 'The address of the content service')
  if (api) return { api }
  const { settings, siteRoot } = await loadSettings(config)
  return settings.api ? { api: settings.api } : contentOf(siteRoot, settings)
}

/**
 * Returns the site's own content as files, whatever service its settings name. Outside of any site, returns the content
 * of the demo, if the tool has it.
 */
export async function findContent({ config }: { config: string }): Promise<Service> {
  if (!existsSync(config) && hasDemo) return {}
  const { siteRoot, settings } = await loadSettings(config)
  if (settings.api && siteRoot !== toolRoot && !existsSync(join(siteRoot, 'content')))
    throw new UsageError(
      `The content of this site comes from "${hidePasswords(settings.api)}", and there is no folder "content" to serve it from.`,
      {
        hint: '"site build", "site preview" and "site serve" use that service automatically. To keep content as files, create the folder as described in docs/site-of-your-own.md of the tool.',
      },
    )
  return contentOf(siteRoot, settings)
}
