import { readFile, rename, writeFile } from 'node:fs/promises'

/** Writes a text file, whole or not at all; one that holds this text already keeps its modification time. */
export async function writeIfChanged(file: string, text: string): Promise<void> {
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (known === text) return
  const draft = `${file}.${process.pid}.tmp`
  await writeFile(draft, text)
  await rename(draft, file)
}
