import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { UsageError } from '#content/finding.ts'
import { readAddresses } from '#publish/redirects/addresses.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { partFile } from '#renderer/shards/part.ts'

/** Files that a command writes at its very end. */
export type OutputFiles = { out: string; config?: string; report?: string; saveSnapshot?: string }

/**
 * Checks that these files can be written before any work is done that would be lost. Throws a `UsageError` for a file
 * that cannot be written, and for an output folder that is a file or holds the settings. The output folder may not
 * exist yet, so files in it are not checked.
 */
export function checkOutputs({ out, config, report, saveSnapshot }: OutputFiles): void {
  const file = fileAt(resolve(out))
  if (file !== undefined) {
    const where = file === resolve(out) ? 'is a file' : `cannot be created, because "${file}" is a file`
    throw new UsageError(`The output folder "${out}" ${where}.`, { hint: 'Choose another folder with --out.' })
  }
  if (config !== undefined && !relative(out, config).startsWith('..')) {
    throw new UsageError(`The output folder "${out}" contains the site itself.`, {
      hint: 'Choose an empty or new folder with --out.',
    })
  }
  for (const [file, what, option] of [
    [report, 'report', '--report'],
    [saveSnapshot, 'snapshot', '--save-snapshot'],
  ] as const) {
    if (file === undefined) continue
    refuseInExport(file, { out, what, option })
    if (relative(out, dirname(file)).startsWith('..'))
      checkOutput(file, what, option, { isReplaced: file === saveSnapshot })
  }
}

/**
 * Throws a `UsageError` for a file or folder among those that an export publishes or that hosts read, because the next
 * build would remove it.
 */
export function refuseInExport(
  place: string,
  { out, what, option }: { out: string; what: string; option: string },
): void {
  const [first = ''] = relative(out, place).split(sep)
  if (first !== 'site' && first !== 'hosts') return
  const removed = `in "${join(out, first)}", where every build removes files that it did not write`
  throw new UsageError(`The ${what} "${place}" lies ${removed}.`, { hint: `Choose another place with ${option}.` })
}

/**
 * Checks that one file can be written. The message calls the file `what`, and names the `option` that chooses it. A
 * file that `isReplaced` by a new one must not be a device such as /dev/stdout: with sufficient rights, the command
 * would replace the device itself.
 */
export function checkOutput(file: string, what: string, option: string, { isReplaced = true } = {}): void {
  try {
    inspectFile(file, isReplaced)
  } catch (cause) {
    throw new UsageError(`The ${what} cannot be written to "${file}".`, {
      hint: `Choose another file with ${option}; its folder must exist.`,
      cause,
    })
  }
}

/** Returns the file that is where a folder, or one of its parent folders, should be. Undefined if there is none. */
function fileAt(folder: string): string | undefined {
  if (existsSync(folder)) return statSync(folder).isDirectory() ? undefined : folder
  return dirname(folder) === folder ? undefined : fileAt(dirname(folder))
}

function inspectFile(file: string, isReplaced: boolean): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory()) throw new Error('it is a folder')
  if (isReplaced && stats?.isFile() === false) throw new Error('it is a pipe or a device, but a file is needed')
  accessSync(stats ? file : dirname(file), constants.W_OK)
  if (!stats && !statSync(dirname(file)).isDirectory()) throw new Error('the path of its folder is a file')
}

/**
 * Runs `checkOutputs` for a command that makes an export. Also throws if the folder holds the part of a shard, which
 * would be lost.
 */
export function checkExport(files: OutputFiles): void {
  if (existsSync(join(files.out, partFile))) {
    throw new UsageError(`"${files.out}" contains the part of a shard, which the export would replace.`, {
      hint: 'Choose another folder with --out. "site merge" makes one export from all parts.',
    })
  }
  checkOutputs(files)
}

/**
 * Throws a `UsageError` if the folder holds the export of another domain family of the settings, which would be lost.
 */
export async function refuseOtherFamily({ out, family, settings }: Omit<BuildJob, 'api'>): Promise<void> {
  if (!existsSync(join(out, 'site'))) return
  // the next build replaces a damaged file
  const built = (await readAddresses(out).catch(() => undefined))?.family
  if (built === family.id || !settings.families.some(({ id }) => id === built)) return
  throw new UsageError(`"${out}" contains the export of the domain family "${built}", not of "${family.id}".`, {
    hint: `Each family needs its own folder: choose another folder for "${family.id}" with --out, or the other family with --family.`,
  })
}

/** Throws a `UsageError` if nothing has been published yet. For commands that work on an existing export. */
export function requireExport(out: string): void {
  if (existsSync(join(out, 'site'))) return
  throw new UsageError(`There is no export in "${out}".`, {
    hint: `Build it first with "site build --out ${out}", or choose the folder of an existing export with --out.`,
  })
}

/** Throws a `UsageError` for a requested locale of which the last build into this folder made no pages. */
export function requireLocales(out: string, built: string[], asked: string[]): void {
  const missing = [...new Set(asked)].filter((locale) => !built.includes(locale))
  if (missing.length === 0) return
  throw new UsageError(`The export in "${out}" has no pages in ${missing.join(', ')}.`, {
    hint: `It has pages in ${built.join(', ')}. Build it with "site build --locale ${[...built, ...missing].join(',')}" first.`,
  })
}
