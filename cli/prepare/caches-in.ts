import { join } from 'node:path'
import { compressedFiles } from '#publish/export/compressed-cache.ts'
import { cachedPictures } from '#publish/pictures/picture-cache.ts'
import { keptMemories } from '#renderer/build/kept-memories.ts'

/** What is kept between builds, by kind. */
export async function cachesIn(folder: string) {
  const compressed = join(folder, 'compressed')
  return [
    { name: 'pictures', place: folder, files: cachedPictures(folder) },
    { name: 'compressed', place: compressed, files: await compressedFiles(compressed) },
    { name: 'memory', place: join(folder, 'builds'), files: keptMemories(folder) },
  ]
}
