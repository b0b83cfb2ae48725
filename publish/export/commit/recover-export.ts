import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SiteError } from '#content/finding.ts'
import { unwritable } from '#publish/export/claim-folder.ts'
import { lockExport } from '#publish/export/export-lock.ts'
import { removeFolder } from '#publish/export/remove-folder.ts'
import { isRunning } from '#publish/export/running-process.ts'
import { finishJournal, journalName, readJournal, stagingName } from './export-journal.ts'

/** The name of a draft that a command left behind when it was killed while replacing a file. */
const draftName = /^(?:addresses|report)\.json\.[\da-f-]{36}$/

/**
 * Cleans up after a build that was killed: finishes a commit that had begun, and removes files that were only staged.
 * Files that cannot be removed are left, except in the staging folder that this process will use. Throws a `SiteError`
 * if the folder cannot be written.
 */
export async function recoverExport(root: string): Promise<void> {
  try {
    const journal = readJournal(root)
    if (journal) finishJournal(root, journal)
    if (journal) await removeFolder(join(root, journal.staging))
    rmSync(join(root, journalName), { force: true })
    for (const name of readdirSync(root)) {
      const owner = Number(stagingName.exec(name)?.[1])
      const isOwn = owner === process.pid
      if (isOwn || (owner && !isRunning(owner)) || draftName.test(name)) await removeFolder(join(root, name))
      if (isOwn) rmSync(join(root, name), { recursive: true, force: true }) // throws if anything is left
    }
  } catch (cause) {
    throw unwritable(root, cause)
  }
}

/**
 * Finishes an interrupted commit for `site serve`, which only reads the export. Does nothing if no commit was
 * interrupted or a build is running.
 */
export async function recoverForReading(directory: string): Promise<void> {
  const root = resolve(directory)
  if (!existsSync(join(root, journalName))) return
  try {
    await using _lock = await lockExport(root, 'site serve')
    await recoverExport(root)
  } catch (error) {
    if (!(error instanceof SiteError && error.finding.code === 'export-locked')) throw error
  }
}
