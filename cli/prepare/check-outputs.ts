import { accessSync, constants, statSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { UsageError } from '#content/finding.ts'

/** Files that a command writes when all else is done. */
export type OutputFiles = { out: string; report?: string; saveSnapshot?: string }

/**
 * Looks whether these files can be written, before there is work that would be lost. Throws a `UsageError` for one that cannot. The
 * output folder may not be there yet: files in it are not looked at.
 */
export function checkOutputs({ out, report, saveSnapshot }: OutputFiles): void {
  for (const [file, what, option] of [
    [report, 'report', '--report'],
    [saveSnapshot, 'snapshot', '--save-snapshot'],
  ]) {
    if (file === undefined || !relative(out, dirname(file)).startsWith('..')) continue
    try {
      lookAt(file)
    } catch (cause) {
      throw new UsageError(`The ${what} cannot be written to "${file}".`, {
        hint: `Name another file with ${option}; its folder must exist.`,
        cause,
      })
    }
  }
}

function lookAt(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory()) throw new Error('it is a folder')
  accessSync(stats ? file : dirname(file), constants.W_OK)
  if (!stats && !statSync(dirname(file)).isDirectory()) throw new Error('what should be its folder is a file')
}
