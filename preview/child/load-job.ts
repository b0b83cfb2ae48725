import { relative } from 'node:path'
import { checkOwnFields } from '#content/blocks/check-own-fields.ts'
import type { PreviewJob } from '#preview/messages.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { chooseLocales } from '#renderer/plan/choose-locales.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/** A job with its settings, which each renderer reads again. */
export type LoadedJob = Omit<PreviewJob, 'family'> &
  Pick<BuildJob, 'settings' | 'family' | 'locales' | 'toolRoot' | 'siteRoot'>

/**
 * Reads the settings of a job. Throws a `UsageError` if they cannot be read, are not valid, or do not have the family
 * of the job.
 */
export async function loadJob(job: PreviewJob): Promise<LoadedJob> {
  const { settings, siteRoot } = await loadSettings(relative(process.cwd(), job.config))
  checkOwnFields(siteRoot)
  const { family, locales } = chooseLocales(settings, { locale: 'all', family: job.family })
  return { ...job, settings, family, locales, toolRoot, siteRoot }
}
