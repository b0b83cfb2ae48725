import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '#content/finding.ts'
import { syntaxPlace } from './syntax-place.ts'

/** The settings of a project as they are written, not checked; its folder is the one that holds the file. */
export async function readSettings(file: string): Promise<{ given: unknown; root: string }> {
  const path = resolve(file)
  if (!existsSync(path)) {
    throw new UsageError(`There are no settings at "${file}".`, {
      hint: 'Run the command in the folder of the project, or name the file with --config.',
    })
  }
  const module: { default?: unknown } = await import(pathToFileURL(path).href).catch(async (cause) => {
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
  return { given: module.default, root: dirname(path) }
}
