import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { atOnce } from './at-once.ts'

/** Writes a file so that nobody ever sees half of it. Synchronous, because an interruption during a pause would leave the draft behind. */
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

/** Writes a text file, and the folder it lies in, whole or not at all. A file that holds this text already keeps its modification time. */
export async function writeIfChanged(file: string, text: string): Promise<void> {
  const known = await readFile(file, { encoding: 'utf8', flag: atOnce }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (known === text) return
  await mkdir(dirname(file), { recursive: true })
  replaceFile(file, text)
}
