import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a text file, and the folder it lies in, whole or not at all; one that holds this text already keeps its modification time. */
export async function writeIfChanged(file: string, text: string): Promise<void> {
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (known === text) return
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(draft, text) // without a pause, in which an interruption would leave it behind
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
