import { readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** How long an exiting process may continue to remove files, in milliseconds. */
const longestMs = 400

/**
 * Removes a folder, which may take seconds if it holds thousands of files. Files that cannot be removed are left for
 * the next command.
 */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

/**
 * Removes as much of a folder as there is time for while a process exits. The rest, and files that cannot be removed,
 * are left for the next command.
 */
export function removeInTime(folder: string): void {
  const end = performance.now() + longestMs
  const empty = (place: string): void => {
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      if (performance.now() > end) return
      const file = join(place, entry.name)
      if (entry.isDirectory()) empty(file)
      else unlinkSync(file)
    }
    rmdirSync(place)
  }
  try {
    empty(folder)
  } catch {
    // The folder is missing, is not empty yet, or its disk cannot be written.
  }
}
