import { existsSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SiteError } from '#content/finding.ts'
import { unwritable } from '#publish/export/claim-folder.ts'
import { lockExport } from '#publish/export/export-lock.ts'
import { isRunning } from '#publish/export/running-process.ts'
import { finishJournal, journalName, readJournal, stagingName } from './export-journal.ts'

/** What a command that was killed left of a file that it was about to replace. */
const draftName = /^(?:addresses|report)\.json\.[\da-f-]{36}$/

/**
 * Puts right what a build that was killed left in the folder of an export: a commit that had begun is finished, files that were
 * only staged go. Throws a `SiteError` when the folder cannot be written.
 */
export async function recoverExport(root: string): Promise<void> {
  try {
    const journal = readJournal(root)
    if (journal) finishJournal(root, journal)
    if (journal) await rm(join(root, journal.staging), { recursive: true, force: true, maxRetries: 3 })
    rmSync(join(root, journalName), { force: true })
    for (const name of readdirSync(root)) {
      const owner = stagingName.exec(name)?.[1]
      const isLeft = owner !== undefined && (Number(owner) === process.pid || !isRunning(Number(owner)))
      if (isLeft || draftName.test(name)) await rm(join(root, name), { recursive: true, force: true, maxRetries: 3 })
    }
  } catch (cause) {
    throw unwritable(root, cause)
  }
}

/**
 * Finishes a commit that was cut short, for `site serve`, which only reads the export. Nothing happens when no commit was cut short, or
 * while a build is at work.
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
