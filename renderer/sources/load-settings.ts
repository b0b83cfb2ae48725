import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '#content/finding.ts'
import { parseSettings, type Settings } from '#renderer/settings.ts'
import { requireUtf8, syntaxPlace } from './syntax-place.ts'

export type LoadedSettings = { settings: Settings; siteRoot: string }

/**
 * Loads the settings of a site from a file, and checks them. `siteRoot` is the
 * folder of the file. Throws a `UsageError`.
 */
export async function loadSettings(file: string): Promise<LoadedSettings> {
  const path = resolve(file)
  if (!existsSync(path)) {
    throw new UsageError(`There are no settings at "${file}".`, {
      hint: 'Run the command in the folder of the site, or name the file with --config. "site init DIR" makes a new site.',
    })
  }
  const found = statSync(path)
  if (!found.isFile()) {
    const isFolder = found.isDirectory()
    throw new UsageError(`The settings "${file}" are ${isFolder ? 'a folder' : 'a pipe or device'}, not a file.`, {
      hint: isFolder
        ? `Name the file in it, as in --config ${join(file, 'site.config.ts')}.`
        : 'Replace it with a file, or name another file with --config.',
    })
  }
  requireUtf8(path, file)
  const { default: exported }: { default?: unknown } = await import(pathToFileURL(path).href).catch(async (cause) => {
    const isPackage = /[\\/]node_modules[\\/]/.test(realpathSync(path))
    if (isPackage && cause?.code === 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING')
      throw new UsageError(`The settings in "${file}" cannot be loaded: they are below a folder "node_modules".`, {
        hint: 'Node runs no TypeScript there. Move the site to another folder.',
        cause,
      })
    const mistake = await syntaxPlace(path, 'ts')
    if (mistake)
      throw new UsageError(`The settings in "${file}" cannot be read: ${mistake}.`, { hint: 'Correct that line.' })
    const [, line] =
      String(cause?.stack)
        .split(`${basename(path)}:`)[1]
        ?.match(/^(\d+)/) ?? []
    throw new UsageError(`The settings in "${file}" cannot be loaded${line ? `; they fail at line ${line}` : ''}.`, {
      hint: 'Node runs them directly as TypeScript. They may use types, but neither "enum" nor "namespace", and may import only files and packages that exist.',
      cause,
    })
  })
  if (typeof exported !== 'object' || exported === null) {
    throw new UsageError(`The settings in "${file}" are not exported.`, {
      hint: 'Write them as "export default { … }". docs/settings.md of the tool lists every field.',
    })
  }
  return {
    settings: parseSettings(exported, file, readFileSync(path, 'utf8')),
    siteRoot: realpathSync(dirname(path)),
  }
}
