import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { removedMeanwhile } from '#publish/export/claim-folder.ts'
import { byPath, type ExportedFile } from '#publish/export/export-changes.ts'
import { type Manifest, manifestName, packManifest } from '#publish/export/export-manifest.ts'
import { currentRelease, exportFolder, stageRelease } from '#publish/export/releases.ts'
import { planSidecars, type SidecarFiles, stageSidecars, textsToMove } from '#publish/export/sidecar-files.ts'
import { bytesOf, requireDiskSpace } from './disk-space.ts'
import { finishJournal, type Journal, sidecarFolder, writeJournal } from './export-journal.ts'
import { linkFiles } from './link-files.ts'
import type { NextExport } from './next-export.ts'
import { prepareFolders } from './prepare-folders.ts'
import { leftovers, type Scan } from './scan-export.ts'

/** The digest of a file that somebody changed after it was published. The file stays, and no manifest lists it. */
export const unknownDigest = ''

export type Publication = {
  scan: Scan | undefined
  manifest: Manifest | undefined
  /**
   * Whether `scan` holds all files of the export. Otherwise the manifest is trusted for every file that is not staged.
   */
  isScanned: boolean
  next: NextExport
  staging: string
  /** Modification times of the files in the staging folder, by path. */
  times: ReadonlyMap<string, number>
  isSwapped: boolean
  sidecars: SidecarFiles
}

/**
 * Stages the files that are still missing and writes the journal. Returns the function that then does the commit. A
 * file that does not differ is not touched. If no file differs, nothing is written. If this function throws, the export
 * is unchanged.
 */
export async function prepareCommit(root: string, publication: Publication): Promise<() => void> {
  const { scan, manifest, next, staging, times, isSwapped, sidecars } = publication
  const folder = join(staging, 'site')
  const moves = [...times.keys()].sort()
  if (!moves.every((path) => existsSync(join(folder, path)))) throw removedMeanwhile(root)
  const removals = scan ? leftovers(scan, next) : []
  const beside = planSidecars(root, sidecars)
  const hasOtherForm = isSwapped !== (currentRelease(root) !== undefined) // a folder becomes a link, or a link a folder
  const isWhole = !scan || hasOtherForm || (isSwapped && moves.length + removals.length > 0)

  let text = manifestOf(publication, new Map())
  requireDiskSpace(root, bytesOf([text, ...textsToMove(sidecars, beside), ...moves]))
  if (isWhole && scan) text = manifestOf(publication, await linkOthers(root, publication))
  stageSidecars(join(staging, sidecarFolder), sidecars, beside)
  const steps = moves.length + removals.length + beside.moves.length + beside.removals.length
  const isListed = text === manifest?.text
  if (!isWhole && steps === 0 && isListed) return () => {}
  mkdirSync(isWhole ? folder : staging, { recursive: true })
  if (!isListed) writeFileSync(join(staging, manifestName), text)
  const journal: Journal = {
    staging: posix.basename(staging),
    moves: isWhole ? [] : moves,
    removals: isWhole ? [] : removals,
    ...{ beside, isWhole, ...(isWhole && isSwapped && { release: stageRelease(root, staging) }) },
  }
  prepareFolders(root, journal)
  if (isWhole || steps > 0) writeJournal(root, journal)
  return () => finishJournal(root, journal)
}

/**
 * The manifest of the next export. `copied` holds the modification times of files that were copied because they could
 * not be linked.
 */
function manifestOf(publication: Publication, copied: ReadonlyMap<string, number>): string {
  const { scan, manifest, isScanned, next, times } = publication
  const isOwn = ({ path, sha256 }: ExportedFile) => (isScanned ? sha256 !== unknownDigest : times.has(path))
  const timeOf = (path: string): number => times.get(path) ?? copied.get(path) ?? scan?.files.get(path)?.mtimeMs ?? 0
  const own = next.files().filter(isOwn)
  const others = isScanned ? [] : [...(manifest?.files.values() ?? [])].filter(({ path }) => !times.has(path))
  return packManifest(byPath([...others, ...own.map((file) => ({ ...file, mtimeMs: timeOf(file.path) }))]))
}

/** Completes the staged folder with links to all unchanged files. */
async function linkOthers(root: string, { next, staging, times }: Publication): Promise<ReadonlyMap<string, number>> {
  const paths = next.files().flatMap(({ path }) => (times.has(path) ? [] : [path]))
  try {
    return await linkFiles(paths, { from: exportFolder(root), to: join(staging, 'site') })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? removedMeanwhile(root) : error
  }
}
