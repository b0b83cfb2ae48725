import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SiteError } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'
import { makeFolder } from './make-folder.js'

const markerName = '.site-export'
const markerText = 'This folder is made by "site build". The next build replaces its contents.\n'

/** CI artifacts, and copies made with `*`, leave out files whose names begin with a dot. */
const ofCopies = ` If this is a copy of an export, its file "${markerName}" is missing: copy the hidden files too.`

/** Names of the files that a build writes into the output folder before its commit. */
const ofBuilds = /^(?:addresses\.json|\.lock.*|\.staging-\d+)$/

/**
 * Makes sure that a folder is ours to write to, and marks it as ours unless `isReadOnly`. A folder that was removed
 * while a build ran (`isBuilding`) is marked again. `cache` is the name of a cache folder that may lie in it. Throws a
 * `SiteError` if the folder cannot be written, or holds files but not our mark.
 */
export function claimFolder(root: string, { isReadOnly = false, isBuilding = false, cache = '' } = {}): void {
  const entries = entriesOf(root)
  if (entries.includes(markerName)) return
  const isFree = (name: string): boolean =>
    name === '.gitignore' || name === cache || (isBuilding && ofBuilds.test(name))
  if (!entries.every(isFree)) {
    throw new SiteError({
      code: 'export-not-ours',
      message: `The output folder "${root}" contains files that are not an export of this tool; none of them was changed.`,
      hint: `Choose an empty or new folder with --out.${entries.includes('routing.json') ? ofCopies : ''}`,
    })
  }
  if (isReadOnly) return
  try {
    makeFolder(root)
    writeFileSync(join(root, markerName), markerText)
  } catch (cause) {
    throw unwritable(root, cause)
  }
}

/** Whether a folder holds an export. */
export function isExport(root: string): boolean {
  return existsSync(join(root, markerName))
}

function entriesOf(root: string): string[] {
  try {
    return readdirSync(root)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw unwritable(root, error)
  }
}

export function removedMeanwhile(root: string): SiteError {
  return new SiteError({
    code: 'export-unwritable',
    message: `The output folder "${root}" was removed, or changed, while the build ran; nothing was published.`,
    hint: 'Build again, and make sure that no other program writes there.',
  })
}

/**
 * The error for an output folder that cannot be written. `isHalfDone` says that a commit has begun. A `SiteError` is
 * returned unchanged.
 */
export function unwritable(root: string, cause: unknown, { isHalfDone = false } = {}): SiteError {
  if (cause instanceof SiteError) return cause
  const fault = machineFault(cause, '--out')
  const why = fault?.why ?? (cause instanceof Error ? cause.message : String(cause))
  const { path = root, dest = path } = cause as NodeJS.ErrnoException & { dest?: string }
  const isNamed = !fault || fault.isFull || why.startsWith('"') // or the file does not matter
  const inside = isNamed ? '' : relative(root, dest)
  const at = inside === '' || inside.startsWith('..') ? '' : ` at "${inside}"`
  const state = isHalfDone
    ? ' Some files of the new export are already in place; the next build puts the others in place.'
    : ''
  return new SiteError(
    {
      code: isHalfDone ? 'export-half-done' : 'export-unwritable',
      message: `The output folder "${root}" cannot be written${at}: ${why}.${state}`,
      hint: fault?.hint ?? 'Choose another folder with --out, or fix its permissions.',
    },
    { cause },
  )
}
