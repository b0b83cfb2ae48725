import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '#content/finding.ts'
import { parseSettings, type Settings } from '#renderer/settings.ts'
import { syntaxPlace } from './syntax-place.ts'

export type LoadedSettings = { settings: Settings; given: unknown; siteRoot: string }

/** Loads the settings of a site as they are `given`, and checks them; its folder is the one that holds the file. */
export async function loadSettings(file: string): Promise<LoadedSettings> {
  const path = resolve(file)
  if (!existsSync(path)) {
    throw new UsageError(`There are no settings at "${file}".`, {
      hint: 'Run the command in the folder of the site, or name the file with --config. "site init DIR" makes a new site.',
    })
  }
  const { default: given }: { default?: unknown } = await import(pathToFileURL(path).href).catch(async (cause) => {
    const slip = await syntaxPlace(path, 'ts')
    if (slip) throw new UsageError(`The settings in "${file}" cannot be read: ${slip}.`)
    const [, line] =
      String(cause?.stack)
        .split(`${basename(path)}:`)[1]
        ?.match(/^(\d+)/) ?? []
    throw new UsageError(`The settings in "${file}" cannot be loaded${line ? `; they fail at line ${line}` : ''}.`, {
      cause,
    })
  })
  return {
    settings: parseSettings(given, file, readFileSync(path, 'utf8')),
    given,
    siteRoot: realpathSync(dirname(path)),
  }
}
