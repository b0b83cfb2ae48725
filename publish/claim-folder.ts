import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SiteError } from '#content/finding.ts'

const markerName = '.site-export'
const markerText = 'This folder is made by "site build". What stands in it is replaced by the next build.\n'

/**
 * Makes sure that a folder is ours to write to, and marks it, unless told only to look. Throws a `SiteError` when it holds
 * files but not our mark, or cannot be written.
 */
export function claimFolder(root: string, { isOnlyLook = false } = {}): void {
  const entries = entriesOf(root)
  if (entries.includes(markerName)) return
  if (entries.length > 0 && !(entries.length === 1 && entries[0] === '.gitignore')) {
    throw new SiteError({
      code: 'export-not-ours',
      message: `The output folder "${root}" holds files that are not an export of ours; nothing in it was touched.`,
      hint: 'Choose an empty or new folder with --out.',
    })
  }
  if (isOnlyLook) return
  try {
    mkdirSync(root, { recursive: true })
    writeFileSync(join(root, markerName), markerText)
  } catch (cause) {
    throw unwritable(root, cause)
  }
}

function entriesOf(root: string): string[] {
  try {
    return readdirSync(root)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw unwritable(root, error)
  }
}

/** The error of an output folder that cannot be written. */
export function unwritable(root: string, cause: unknown): SiteError {
  return new SiteError(
    {
      code: 'export-unwritable',
      message: `The output folder "${root}" cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
      hint: 'Choose another folder with --out, or mend its permissions.',
    },
    { cause },
  )
}
