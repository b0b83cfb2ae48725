import { randomUUID } from 'node:crypto'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isRunning } from './export/running-process.ts'
import { nonBlocking } from './non-blocking.ts'

/** Writes a file atomically. Synchronous, because an interruption during an `await` would leave the draft behind. */
export function replaceFile(file: string, content: string | Buffer): void {
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, content)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Writes a text file and the folder that it lies in. The file is written atomically. A file that holds this text
 * already keeps its modification time.
 */
export async function writeIfChanged(file: string, text: string): Promise<void> {
  const known = await readFile(file, { encoding: 'utf8', flag: nonBlocking }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'EISDIR') throw error // a failed write names the folder in its place
  })
  if (known === text) return
  await mkdir(dirname(file), { recursive: true })
  replaceFile(file, text)
}

/** The name of a new draft of a file. If the build is killed before it renames the draft, a later one removes it. */
export function draftOf(file: string): string {
  return `${file}.${randomUUID()}.${process.pid}.tmp` // builds in containers may have the same process id
}

/** Removes the drafts of a file (`draftOf`) whose processes have ended. Those that cannot be removed are left. */
export function removeOldDrafts(file: string): void {
  try {
    for (const name of readdirSync(dirname(file))) {
      const [, pid] = name.startsWith(`${basename(file)}.`) ? (/\.(\d+)\.tmp$/.exec(name) ?? []) : []
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(file), name), { force: true })
    }
  } catch {
    // The folder cannot be read or written.
  }
}
