import { readFileSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkOwnFields } from '#content/blocks/check-own-fields.ts'
import type { PreviewJob } from '#preview/messages.ts'
import { chooseLocales } from '#renderer/plan/choose-locales.ts'
import { type Family, parseSettings, type Settings } from '#renderer/settings.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/** A job with its settings, read anew by each renderer. */
export type LoadedJob = Omit<PreviewJob, 'family'> & {
  settings: Settings
  family: Family
  locales: string[]
  toolRoot: string
  siteRoot: string
}

/** Reads the settings of a job. Throws a `UsageError` when they are not valid or have no such family. */
export async function loadJob(job: PreviewJob): Promise<LoadedJob> {
  const module: { default?: unknown } = await import(pathToFileURL(job.config).href)
  const settings = parseSettings(module.default, job.config, readFileSync(job.config, 'utf8'))
  const siteRoot = realpathSync(dirname(job.config))
  checkOwnFields(siteRoot)
  const { family, locales } = chooseLocales(settings, {
    locale: 'all',
    ...(job.family !== undefined && { family: job.family }),
  })
  const { family: _, ...rest } = job
  return { ...rest, settings, family, locales, toolRoot, siteRoot }
}
