import { readdirSync, statSync } from 'node:fs'
import { cachesIn } from '#cli/prepare/caches-in.ts'
import { UsageError } from '#content/finding.ts'
import { grouped } from '#content/wording/count.ts'
import { type CacheSize, measureFiles, pruneFiles } from '#publish/export/kept-files.ts'

/**
 * Runs `site cache`. Prints the size of everything that is kept between builds. With `prune`, removes the files that no
 * export uses. If no build has used the folder, as with a mistyped name, it says so. Throws a `UsageError` if the
 * folder is a file.
 */
export async function cache({ cache: folder, prune }: { cache: string; prune?: boolean }): Promise<void> {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats?.isDirectory() === false)
    throw new UsageError(`The cache folder "${folder}" is a file.`, {
      hint: 'Pass the cache folder of your builds with --cache.',
    })
  // For a site with own blocks, this command itself has already written the compiled program into the folder.
  if (!stats || readdirSync(folder).every((name) => name === 'program')) {
    process.stdout.write(`Nothing is kept in "${folder}": no build has used this folder.\n`)
    return
  }
  for (const { name, place, files } of await cachesIn(folder)) {
    const { all, unused } = measureFiles(files)
    process.stdout.write(`${name.padEnd(10)}  ${formatSize(all)} in "${place}"\nunused      ${formatSize(unused)}\n`)
    if (prune) process.stdout.write(`removed     ${formatSize(pruneFiles(files))}\n`)
  }
}

function formatSize({ files, bytes }: CacheSize): string {
  return `${grouped(files)} ${files === 1 ? 'file' : 'files'}, ${(bytes / 1e6).toFixed(1)} MB`
}
