import { statSync } from 'node:fs'
import { join } from 'node:path'
import { compressedFiles } from '#publish/export/compressed-cache.ts'
import { listFiles } from '#publish/export/kept-files.ts'
import { cachedPictures } from '#publish/pictures/picture-cache.ts'
import { keptMemories } from '#renderer/build/kept-memories.ts'

const monthMs = 30 * 86_400_000

/**
 * Returns the files that are kept between builds and previews, by kind. The files of a preview count as used for a
 * month after it was opened.
 */
export async function cachesIn(folder: string) {
  const compressed = join(folder, 'compressed')
  const previews = join(folder, 'preview')
  const isRecent = (name: string): boolean => Date.now() - statSync(join(previews, name)).mtimeMs < monthMs
  return [
    { name: 'pictures', place: folder, files: cachedPictures(folder) },
    { name: 'compressed', place: compressed, files: await compressedFiles(compressed) },
    { name: 'memory', place: join(folder, 'builds'), files: keptMemories(folder) },
    { name: 'previews', place: previews, files: listFiles(previews, isRecent) },
  ]
}
