import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { apiOf, askAboutSite, localesOf, originOf, type SiteAnswers } from '#cli/new/ask-about-site.ts'
import { siteFiles } from '#cli/new/site-files.ts'
import { findTool, type Package, readPackage } from '#cli/new/site-package.ts'
import { UsageError } from '#content/finding.ts'
import { replaceFile } from '#publish/replace-file.ts'
import { shellWord } from '#publish/shell-word.ts'
import { toolRoot } from '#renderer/tool-root.ts'

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
  const api = apiOf(answers)
  const locales = localesOf(answers)
  const files = siteFiles({
    name: onOneLine(answers.name) || offered.name,
    locales,
    origin: originOf(answers),
    ...(api !== undefined && { api }),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    tool: await findTool(folder, packageJson),
    packageJson,
    textsFor,
  })
  const kept = writeMissing(folder, files)
  const source = api === undefined ? 'Its content is in "content", as files.' : `Its content comes from ${api}.`
  process.stderr.write(`The site is in "${folder}". ${source}\n`)
  if (originOf(answers) === offered.origin)
    process.stderr.write(
      `Before you publish the site, replace "${offered.origin}" in "site.config.ts" with its own address: search engines are sent there.\n`,
    )
  printEnglishLocales(locales)
  printKeptFiles(kept, packageJson)
  printNextSteps(directory, folder, api)
}

/** Throws a `UsageError` if the path is a site already, or a file. */
function refuseSite(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError(`"${folder}" is a file.`, { hint: 'Choose a folder, which need not exist yet.' })
  if (!existsSync(join(folder, 'site.config.ts'))) return
  throw new UsageError(`There is already a site in "${folder}": it contains "site.config.ts".`, {
    hint: 'Nothing was written. Choose another folder, or remove that file to create it and all other missing files again.',
  })
}

/** Puts a name on one line. */
function onOneLine(name: string): string {
  return name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

function nameOf(folder: string): string {
  const words = onOneLine(basename(folder).replaceAll(/[-_]+/g, ' '))
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : 'My site'
}

/**
 * Writes the files that the folder lacks. Returns the paths of those that it already has. The folder `content` counts
 * as one file, because our pages would not fit among existing ones. `package.json` is always written. If a file cannot
 * be written, removes the files written so far and throws a `UsageError`.
 */
function writeMissing(folder: string, files: Record<string, string>): string[] {
  const partOf = (path: string): string => (path.startsWith('content/') ? 'content' : path)
  const isKept = (path: string): boolean => path !== 'package.json' && isThere(join(folder, path))
  const kept = [...new Set(Object.keys(files).map(partOf))].filter(isKept)
  const written: string[] = []
  for (const [path, text] of Object.entries(files)) {
    if (kept.includes(partOf(path))) continue
    const file = join(folder, path)
    try {
      mkdirSync(dirname(file), { recursive: true })
      if (path !== 'package.json') {
        closeSync(openSync(file, 'wx'))
        written.push(file)
      }
      replaceFile(file, text) // a full disk leaves no partial file
    } catch (cause) {
      for (const one of written) rmSync(one, { force: true })
      throw new UsageError(`"${file}" cannot be written.`, {
        hint: 'No site was created. Check the permissions and the free space on the disk, and try again.',
        cause,
      })
    }
  }
  return kept
}

/** Whether a path exists. An empty folder does not count. */
function isThere(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && !(stats.isDirectory() && readdirSync(path).length === 0)
}

/**
 * Returns the first `texts/LOCALE.json` of a site. It is empty for a language of the tool. For any other language it
 * holds the English texts, to be translated.
 */
function textsFor(locale: string): string {
  return hasTexts(locale) ? '{}\n' : readFileSync(join(toolRoot, 'locales/en.json'), 'utf8')
}

function hasTexts(locale: string): boolean {
  return existsSync(join(toolRoot, 'locales', `${locale.slice(0, 2)}.json`))
}

/**
 * Reports the locales whose texts were written in English. No build can notice that a text is not in the language of
 * its page.
 */
function printEnglishLocales(locales: string[]): void {
  for (const locale of locales.filter((one) => !hasTexts(one)))
    process.stderr.write(
      `The tool has no texts in "${locale}", so it wrote English texts. Translate "texts/${locale}.json".\n`,
    )
}

function printNextSteps(directory: string, folder: string, api: string | undefined): void {
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
  process.stderr.write(
    `Next steps:\n\n${commands.map((one) => `  ${one}\n`).join('')}
${doctor}. "npx site new block NAME" creates a block of your own.
`,
  )
}

/** Reports which files the folder already had, and what changed in its `package.json`. */
function printKeptFiles(kept: string[], { type }: Package): void {
  if (kept.length > 0)
    process.stderr.write(
      `These files existed already and were not changed: ${kept.map((path) => `"${path}"`).join(', ')}.\n`,
    )
  if (type !== undefined && type !== 'module')
    process.stderr.write(
      `The "type" in "package.json" was changed from "${type}" to "module", because the settings of a site are a module.\n`,
    )
}
