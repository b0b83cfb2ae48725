import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shellWord } from '#publish/shell-word.ts'
import { hasTexts } from '#renderer/site/text-file.ts'

export type NewSite = {
  /** The folder of the site as it was given, and its absolute path. */
  directory: string
  folder: string
  /** The address of the content service; without it, the content is in files. */
  api: string | undefined
  locales: string[]
  /** The origin in the settings, if it is still that of an example. */
  placeholder: string | undefined
  /** Paths of the files that the folder already had. */
  kept: string[]
  /** The `type` that its `package.json` had before. */
  packageType: string | undefined
}

/** Prints what `site init` has made, what is still to be changed by hand, and the next commands. */
export function printNewSite(site: NewSite): void {
  const { folder, api, locales, placeholder, kept, packageType } = site
  const print = (line: string): void => void process.stderr.write(`${line}\n`)
  const source = api === undefined ? 'Its content is in "content", as files.' : `Its content comes from ${api}.`
  print(`The site is in "${folder}". ${source}`)
  if (placeholder !== undefined)
    print(
      `Before you publish the site, replace "${placeholder}" in "site.config.ts" with its own address: search engines are sent there.`,
    )
  // no build can notice that a text is not in the language of its page
  for (const locale of locales.filter((one) => !hasTexts(one)))
    print(`The tool has no texts in "${locale}", so it wrote English texts. Translate "texts/${locale}.json".`)
  if (kept.length > 0)
    print(`These files existed already and were not changed: ${kept.map((path) => `"${path}"`).join(', ')}.`)
  if (packageType !== undefined && packageType !== 'module')
    print(
      `The "type" in "package.json" was changed from "${packageType}" to "module", because the settings of a site are a module.`,
    )
  print(nextSteps(site))
}

function nextSteps({ directory, folder, api }: NewSite): string {
  const isHere = folder === process.cwd()
  const isInstalled = existsSync(join(folder, 'node_modules'))
  const commands = [
    ...(isHere ? [] : [`cd ${shellWord(directory)}`]),
    ...(isInstalled ? [] : ['npm install']),
    'npx site preview',
    'npx site build',
    'npx site serve',
  ]
  const doctor =
    api === undefined
      ? '"npx site doctor" checks this machine'
      : `"npx site doctor --api ${api}" checks the answers of your service`
  return `Next steps:

${commands.map((one) => `  ${one}\n`).join('')}
${doctor}. "npx site new block NAME" creates a block of your own.`
}
