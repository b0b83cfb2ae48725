import { readFile } from 'node:fs/promises'
import { atOnce } from '#publish/at-once.ts'
import { isExportPath } from './commit/next-export.ts'

/** Name of the manifest in the folder of an export, beside `site`. */
export const manifestName = '.files.json'

/** A file as it was published: `mtimeMs` is its modification time, exactly as the file system told it. */
export type PublishedFile = { path: string; bytes: number; mtimeMs: number; sha256: string }

export type Manifest = { text: string; files: Map<string, PublishedFile> }

/** What was published, by path. A manifest that is missing, damaged or of another version is as none. */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    const text = await readFile(file, { encoding: 'utf8', flag: atOnce })
    const { version, files } = JSON.parse(text)
    if (version !== 1 || !Array.isArray(files)) return undefined
    return { text, files: new Map(files.map(parseFile).map((published) => [published.path, published])) }
  } catch {
    return undefined // whatever keeps it from being read: nothing is known of what was published
  }
}

/** Throws for what is no published file. */
function parseFile({ path, bytes, mtimeMs, sha256 }: Record<string, unknown>): PublishedFile {
  const isSound =
    typeof path === 'string' &&
    isExportPath(path) &&
    Number.isSafeInteger(bytes) &&
    Number(bytes) >= 0 &&
    Number.isFinite(mtimeMs) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  if (!isSound) throw new Error('The manifest holds what is no file.')
  return { path, bytes: Number(bytes), mtimeMs: Number(mtimeMs), sha256 }
}

/** The manifest of files in their order, a line a file. */
export function printManifest(files: PublishedFile[]): string {
  const lines = files.map(({ path, bytes, mtimeMs, sha256 }) => JSON.stringify({ path, bytes, mtimeMs, sha256 }))
  return `{"version":1,"files":[\n${lines.join(',\n')}\n]}\n`
}
