import { join } from 'node:path'
import { measureCompressed, pruneCompressed } from '#publish/compressed-cache.ts'
import { type CacheSize, measurePictureCache, prunePictureCache } from '#publish/pictures/picture-cache.ts'
import { measureMemories, pruneMemories } from '#renderer/kept-memories.ts'

/** `site cache`: the size of what is kept between builds; with `prune` what no export uses is removed. */
export async function cache({ cache: folder, prune }: { cache: string; prune?: boolean }): Promise<void> {
  const compressed = join(folder, 'compressed')
  const pictures = await measurePictureCache(folder)
  const texts = await measureCompressed(compressed)
  process.stdout.write(`pictures    ${tell(pictures.all)} in "${folder}"\nunused      ${tell(pictures.unused)}\n`)
  if (prune) process.stdout.write(`removed     ${tell(await prunePictureCache(folder))}\n`)
  process.stdout.write(`compressed  ${tell(texts.all)} in "${compressed}"\nunused      ${tell(texts.unused)}\n`)
  if (prune) process.stdout.write(`removed     ${tell(await pruneCompressed(compressed))}\n`)
  const memories = measureMemories(folder)
  process.stdout.write(
    `memory      ${tell(memories.all)} in "${join(folder, 'builds')}"\nunused      ${tell(memories.unused)}\n`,
  )
  if (prune) process.stdout.write(`removed     ${tell(pruneMemories(folder))}\n`)
}

function tell({ files, bytes }: CacheSize): string {
  return `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}, ${(bytes / 1e6).toFixed(1)} MB`
}
