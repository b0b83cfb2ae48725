import { statSync } from 'node:fs'
import { cachesIn } from '#cli/prepare/caches-in.ts'
import { UsageError } from '#content/finding.ts'
import { grouped } from '#content/wording/count.ts'
import { type CacheSize, measureFiles, pruneFiles } from '#publish/export/kept-files.ts'

/**
 * `site cache`: the size of what is kept between builds; with `prune` what no export uses is removed. Says so where there is no such
 * folder. Throws a `UsageError` where it is a file.
 */
export async function cache({ cache: folder, prune }: { cache: string; prune?: boolean }): Promise<void> {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (!stats) {
    process.stdout.write(`Nothing is kept: there is no folder "${folder}".\n`)
    return
  }
  if (!stats.isDirectory())
    throw new UsageError(`The cache folder "${folder}" is a file.`, {
      hint: 'Name with --cache the folder that builds use.',
    })
  for (const { name, place, files } of await cachesIn(folder)) {
    const { all, unused } = measureFiles(files)
    process.stdout.write(`${name.padEnd(10)}  ${tell(all)} in "${place}"\nunused      ${tell(unused)}\n`)
    if (prune) process.stdout.write(`removed     ${tell(pruneFiles(files))}\n`)
  }
}

function tell({ files, bytes }: CacheSize): string {
  return `${grouped(files)} ${files === 1 ? 'file' : 'files'}, ${(bytes / 1e6).toFixed(1)} MB`
}
