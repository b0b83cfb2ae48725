import { resolve } from 'node:path'
import { apiOf, askAboutSite, localesOf, originOf, type SiteAnswers } from '#cli/new/ask-about-site.ts'
import { siteFiles } from '#cli/new/site-files.ts'
import { nameOf, onOneLine } from '#cli/new/site-name.ts'
import { findTool, readPackage } from '#cli/new/site-package.ts'
import { refuseSite, writeMissing } from '#cli/new/write-site.ts'
import { printNewSite } from '#cli/tell/print-new-site.ts'

export type InitOptions = Partial<SiteAnswers> & { yes?: boolean }

/**
 * Runs `site init`. Makes the folder of a site. Files that are already in the folder stay as they are. If the folder is
 * a site already, throws a `UsageError` and writes nothing.
 */
export async function init(directory: string, { yes, ...given }: InitOptions, signal: AbortSignal): Promise<void> {
  const folder = resolve(directory)
  refuseSite(folder)
  const packageJson = await readPackage(folder)
  const offered = { name: nameOf(folder), locales: 'en', origin: 'https://www.example.com', api: '' }
  const isAsked = !yes && process.stdin.isTTY && !process.env.CI
  const answers = isAsked ? await askAboutSite(given, offered, signal) : { ...offered, ...given }
  const [api, locales, origin] = [apiOf(answers), localesOf(answers), originOf(answers)]
  const files = siteFiles({
    name: onOneLine(answers.name) || offered.name,
    ...{ locales, origin, api },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    tool: await findTool(folder, packageJson),
    packageJson,
  })
  const kept = writeMissing(folder, files)
  const placeholder = origin === offered.origin ? origin : undefined
  printNewSite({ directory, folder, api, locales, placeholder, kept, packageType: packageJson.type })
}
