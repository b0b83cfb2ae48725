import { join } from 'node:path'
import { readTexts } from '#locales/translator.ts'
import { readRedirects } from '#publish/redirects/redirects.ts'
import type { PlanSiteOptions } from '#renderer/plan/plan-site.ts'
import { localesOf, type Settings } from '#renderer/settings.ts'

/** The sources of a site's plan besides its content. */
export type OwnFiles = Pick<PlanSiteOptions, 'redirects' | 'texts'>

/** Reads the files of a site that its plan is made from. Throws a `UsageError` for a file with a mistake. */
export function readOwnFiles(siteRoot: string, settings: Settings): OwnFiles {
  return {
    redirects: readRedirects(join(siteRoot, 'redirects.json')),
    texts: readTexts(localesOf(settings), siteRoot),
  }
}
