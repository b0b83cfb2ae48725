import { type CacheSize, measurePictureCache, prunePictureCache } from '#publish/pictures/picture-cache.ts'

/** `site cache`: the size of what is kept between builds; with `prune` what no export uses is removed. */
export async function cache({ cache: folder, prune }: { cache: string; prune?: boolean }): Promise<void> {
  const { all, unused } = await measurePictureCache(folder)
  process.stdout.write(`pictures  ${tell(all)} in "${folder}"\nunused    ${tell(unused)}\n`)
  if (prune) process.stdout.write(`removed   ${tell(await prunePictureCache(folder))}\n`)
}

function tell({ files, bytes }: CacheSize): string {
  return `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}, ${(bytes / 1e6).toFixed(1)} MB`
}
