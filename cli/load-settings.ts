import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '#content/finding.ts'
import { parseSettings, type Settings } from '#renderer/settings.ts'
import { syntaxPlace } from './syntax-place.ts'

/** Loads the settings of a project as they are `given`, and checks them; its folder is the one that holds the file. */
export async function loadSettings(file: string): Promise<{ settings: Settings; given: unknown; root: string }> {
  const path = resolve(file)
  if (!existsSync(path)) {
    throw new UsageError(`There are no settings at "${file}".`, {
      hint: 'Run the command in the folder of the project, or name the file with --config.',
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
  return { settings: parseSettings(given, file), given, root: dirname(path) }
}
