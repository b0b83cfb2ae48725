import { join } from 'node:path'
import { manifestName, readManifest } from './export-manifest.ts'
import { type KeptFile, listFiles, namesIn, notedExports } from './kept-files.ts'

/**
 * The files of a cache of compressed files. They are named by the digest of the original file, and lie in folders named
 * by its first two digits.
 */
export async function compressedFiles(folder: string): Promise<KeptFile[]> {
  const used = new Set<string>()
  for (const { out } of notedExports(folder)) {
    const manifest = await readManifest(join(out, manifestName))
    for (const { sha256 } of manifest?.files.values() ?? []) used.add(sha256)
  }
  const parts = namesIn(folder).filter((name) => /^[0-9a-f]{2}$/.test(name))
  const isUsed = (name: string): boolean => used.has(/^([0-9a-f]{64})\.(?:br|gz)$/.exec(name)?.[1] ?? '')
  return parts.flatMap((part) => listFiles(join(folder, part), isUsed))
}
