import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
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
    if (error.code !== 'ENOENT') throw error
  })
  if (known === text) return
  await mkdir(dirname(file), { recursive: true })
  replaceFile(file, text)
}
