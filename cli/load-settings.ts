import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '#content/finding.ts'
import { parseSettings, type Settings } from '#renderer/settings.ts'

/** Loads the settings of a project; its folder is the one that holds the file. */
export async function loadSettings(file: string): Promise<{ settings: Settings; root: string }> {
  const path = resolve(file)
  await access(path).catch((cause) => {
    throw new UsageError(`There are no settings at "${file}".`, {
      hint: 'Run the command in the folder of the project, or name the file with --config.',
      cause,
    })
  })
  const module: { default?: unknown } = await import(pathToFileURL(path).href).catch((cause) => {
    throw new UsageError(`The settings in "${file}" cannot be loaded.`, { cause })
  })
  return { settings: parseSettings(module.default, file), root: dirname(path) }
}
