import { randomUUID } from 'node:crypto'
import { rmdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { UsageError } from '#content/finding.ts'
import { whyOf } from '#content/machine-fault.ts'
import { claimFolder } from '#publish/export/claim-folder.ts'
import { makeFolder } from '#publish/export/make-folder.js'
import { refuseInExport } from './check-outputs.ts'

/**
 * Makes the cache folder. If it lies in the output folder, claims the output folder first: the cache may already hold
 * the compiled program of a site with own blocks, and builds refuse an output folder with files that are not theirs.
 * Throws a `UsageError` if the cache folder cannot be written to, or if a build would remove it.
 */
export function claimCache({ cache: folder, out }: { cache: string; out: string }): void {
  refuseInExport(folder, { out, what: 'cache folder', option: '--cache' })
  const [first = ''] = relative(out, folder).split(sep)
  if (first !== '..' && first !== '') claimFolder(out, { cache: first })
  orRefuse(folder, () => {
    const trial = join(folder, `.trial-${randomUUID()}`)
    makeFolder(trial)
    rmdirSync(trial)
  })
}

/**
 * Makes the cache folder for a command that works without keeping anything in it. Throws a `UsageError` if the folder
 * cannot be made.
 */
export function makeCache(folder: string): void {
  orRefuse(folder, () => makeFolder(folder))
}

function orRefuse(folder: string, make: () => void): void {
  try {
    make()
  } catch (cause) {
    throw new UsageError(`The cache folder "${folder}" cannot be written.`, {
      hint: whyOf(cause, '--cache', 'Choose another folder with --cache, or fix its permissions.').hint,
      cause,
    })
  }
}
