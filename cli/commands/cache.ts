import { readdirSync, statSync } from 'node:fs'
import { cachesIn } from '#cli/prepare/caches-in.ts'
import { UsageError } from '#content/finding.ts'
import { grouped } from '#content/wording/count.ts'
import { type CacheSize, measureFiles, pruneFiles } from '#publish/export/kept-files.ts'

/**
 * `site cache`: the size of what is kept between builds; with `prune` what no export uses is removed. Says so where no build used the
 * folder, as of a mistyped one. Throws a `UsageError` where it is a file.
 */
export async function cache({ cache: folder, prune }: { cache: string; prune?: boolean }): Promise<void> {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats?.isDirectory() === false)
    throw new UsageError(`The cache folder "${folder}" is a file.`, {
      hint: 'Name with --cache the folder that builds use.',
    })
  // The compiled command of a site with own blocks is made by this command too, before it begins.
  if (!stats || readdirSync(folder).every((name) => name === 'program')) {
    process.stdout.write(`Nothing is kept in "${folder}": no build used that folder.\n`)
    return
  }
  for (const { name, place, files } of await cachesIn(folder)) {
    const { all, unused } = measureFiles(files)
    process.stdout.write(`${name.padEnd(10)}  ${tell(all)} in "${place}"\nunused      ${tell(unused)}\n`)
    if (prune) process.stdout.write(`removed     ${tell(pruneFiles(files))}\n`)
  }
}

function tell({ files, bytes }: CacheSize): string {
  return `${grouped(files)} ${files === 1 ? 'file' : 'files'}, ${(bytes / 1e6).toFixed(1)} MB`
}
