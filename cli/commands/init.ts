import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { apiOf, askAboutSite, localesOf, originOf, type SiteAnswers } from '#cli/ask-about-site.ts'
import { siteFiles } from '#cli/site-files.ts'
import { UsageError } from '#content/finding.ts'
import { toolRoot } from '#renderer/tool-root.ts'

export type InitOptions = Partial<SiteAnswers> & { yes?: boolean }

/** `site init`: makes the folder of a site. Throws a `UsageError`, and writes nothing, for one that holds something already. */
export async function init(directory: string, { yes, ...given }: InitOptions, signal: AbortSignal): Promise<void> {
  const folder = resolve(directory)
  refuseFilled(folder)
  const offered = { name: nameOf(folder), locales: 'en', origin: 'https://www.example.com', api: '' }
  const isAsked = !yes && process.stdin.isTTY && !process.env.CI
  const answers = isAsked ? await askAboutSite(given, offered, signal) : { ...offered, ...given }
  const api = apiOf(answers)
  const packageJson = readPackage(folder)
  const files = siteFiles({
    name: answers.name,
    locales: localesOf(answers),
    origin: originOf(answers),
    ...(api !== undefined && { api }),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    tool: toolFor(folder, packageJson),
    packageJson,
    textsFor,
  })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  tellNext(directory, folder, api)
}

/** What npm and git put into a folder, and the package of the tool. */
const mayBeThere = /^(node_modules|package\.json|package-lock\.json|\.git|\.npmrc|\.DS_Store|.*\.tgz)$/

function refuseFilled(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const found = names.find((name) => !mayBeThere.test(name))
  if (found === undefined) return
  throw new UsageError(`The folder "${folder}" is not empty: it holds "${found}".`, {
    hint: 'Name a folder that does not exist yet, or an empty one.',
  })
}

function nameOf(folder: string): string {
  const words = basename(folder).replaceAll(/[-_]+/g, ' ').trim()
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : 'My site'
}

/** Nothing where there is none. */
function readPackage(folder: string): Record<string, unknown> {
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** How the tool is found: as it was installed, from a file where it was from one. */
function toolFor(folder: string, { dependencies }: Record<string, unknown>): string {
  const given = (dependencies as Record<string, string> | undefined)?.site
  if (given) return given
  const project = toolRoot.split(/[\\/]node_modules[\\/]/)[0] ?? toolRoot
  if (project === toolRoot) return `file:${relative(folder, toolRoot)}`
  const { dependencies: installed } = readPackage(project) as { dependencies?: Record<string, string> }
  const spec = installed?.site ?? versionOfTool()
  return spec.startsWith('file:') ? `file:${relative(folder, resolve(project, spec.slice('file:'.length)))}` : spec
}

function versionOfTool(): string {
  const { version } = readPackage(toolRoot) as { version: string }
  return `^${version}`
}

/** The tool's own texts are there without a file; those of another language are to be translated from the English ones. */
function textsFor(locale: string): string {
  const has = (name: string): boolean => existsSync(join(toolRoot, 'locales', `${name}.json`))
  return has(locale) ? '{}\n' : readFileSync(join(toolRoot, 'locales/en.json'), 'utf8')
}

function tellNext(directory: string, folder: string, api: string | undefined): void {
  const isHere = folder === process.cwd()
  const isInstalled = existsSync(join(folder, 'node_modules'))
  const commands = [
    ...(isHere ? [] : [`cd ${directory}`]),
    ...(isInstalled ? [] : ['npm install']),
    'npx site preview',
    ...(isHere || isInstalled ? ['npx site build'] : []),
    ...(isHere && isInstalled ? ['npx site serve'] : []),
  ]
  const told = api === undefined ? 'Its content is in "content", as files.' : `Its content comes from ${api}.`
  process.stderr.write(
    `The site is in "${folder}". ${told}\nGo on with:\n\n${commands.map((one) => `  ${one}\n`).join('')}`,
  )
}
