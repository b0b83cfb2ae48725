import { join } from 'node:path'
import { readTexts } from '#locales/translator.ts'
import { readRedirects } from '#publish/redirects/redirects.ts'
import type { PlanSite } from '#renderer/plan/plan-site.ts'
import { localesOf, type Settings } from '#renderer/settings.ts'

/** What a site is planned from besides its content. */
export type OwnFiles = Pick<PlanSite, 'redirects' | 'texts'>

/** Reads the files of a site that its plan is made of. Throws a `UsageError` for one that is wrong. */
export async function readOwnFiles(siteRoot: string, settings: Settings): Promise<OwnFiles> {
  return {
    redirects: readRedirects(join(siteRoot, 'redirects.json')),
    texts: readTexts(localesOf(settings), siteRoot),
  }
}
