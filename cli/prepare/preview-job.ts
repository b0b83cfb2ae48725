import { resolve } from 'node:path'
import { UsageError } from '#content/finding.ts'
import type { PreviewJob, Target } from '#preview/messages.ts'
import type { JobOptions } from './prepare-job.ts'

export type PreviewOptions = Pick<JobOptions, 'api' | 'commerceApi' | 'cache' | 'config' | 'family' | 'images'> & {
  type: string
  locale?: string
  port: number
  open?: boolean
  token?: string
  export?: string
}

/** Returns what the renderers of a preview need to know. `isDemo`: the service is the one of the demo. */
export async function previewJob(options: PreviewOptions & { isDemo: boolean }, api: string): Promise<PreviewJob> {
  const { family, commerceApi, images, locale, isDemo } = options
  const demoToken = async () => (await import('#demo/visitors/sessions.ts')).developerToken
  const token = options.token ?? (isDemo ? await demoToken() : undefined)
  return {
    ...{ config: resolve(options.config), cache: resolve(options.cache), api, images, family, locale, commerceApi },
    ...{ token, service: isDemo ? 'demo' : undefined, isFresh: options.export !== undefined },
  }
}

/** Returns the page that was asked for. Throws a `UsageError` for a locale that the site does not have. */
export function targetOf(
  id: string | undefined,
  { locale, type }: PreviewOptions,
  locales: string[],
): Target | undefined {
  if (locale !== undefined && !locales.includes(locale)) {
    const hint = `Choose from: ${locales.join(', ')}.`
    throw new UsageError(`The site has no locale "${locale}".`, { hint })
  }
  return id === undefined ? undefined : { nodeType: type, id, locale: locale ?? locales[0] ?? '' }
}
