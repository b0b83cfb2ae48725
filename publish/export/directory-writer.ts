import { hash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Writer, WrittenFile } from '#publish/writer.ts'
import { claimFolder, removedMeanwhile, unwritable } from './claim-folder.ts'
import { bytesOf, requireDiskSpace } from './commit/disk-space.ts'
import { applyJournalToScan, readJournal, wholeExport } from './commit/export-journal.ts'
import { exportPath, type NextExport, startExport } from './commit/next-export.ts'
import { prepareCommit, unknownDigest } from './commit/prepare-commit.ts'
import { recoverExport } from './commit/recover-export.ts'
import { type ExistingFile, emptyScan, inspectFile, type Scan, scanExport } from './commit/scan-export.ts'
import { type Staged, stageFiles } from './commit/stage-files.ts'
import { byPath, describeFile, type ExportedFile } from './export-changes.ts'
import { type Manifest, manifestName, readManifest } from './export-manifest.ts'
import { currentRelease, expectLinks, exportFolder, removeOldReleases } from './releases.ts'
import { removeFolder, removeInTime } from './remove-folder.ts'
import { planSidecars, textsToMove } from './sidecar-files.ts'

/**
 * `swap`: if true, `DIR/site` is a link to a release. If false, it is a folder. If undefined, it stays a link or a
 * folder, as it is. `isPartial`: for a writer of few files. All other files stay and are not read.
 */
type Options = { dryRun?: boolean; swap?: boolean; isPartial?: boolean }

/**
 * A writer into `DIR/site`. Files that are new or differ are staged in a folder beside it, and a commit moves them over
 * the old files under a journal. So a killed build leaves either the old export, or a commit that the next writer
 * finishes when it is opened (`recoverExport`). `DIR/.files.json` lists the published files. A dry run returns the same
 * results and touches nothing. Throws a `SiteError` if `DIR` cannot be written, or if it holds files but not our mark;
 * such a folder is left alone.
 */
export async function openDirectoryWriter(directory: string, options: Options = {}): Promise<Writer> {
  const { dryRun = false, swap, isPartial } = options
  const root = resolve(directory)
  claimFolder(root, { isReadOnly: dryRun })
  if (!dryRun) await recoverExport(root)
  const before = dryRun ? await readAsRecovered(root) : await readExport(root, isPartial)
  const { scan, manifest, isScanned } = before
  const staging = join(root, `.staging-${process.pid}`)
  const isSwapped = swap ?? currentRelease(root) !== undefined
  if (isSwapped && !dryRun) expectLinks(root, staging)
  const folder = join(staging, 'site')
  const stage = stageFiles(dryRun ? undefined : folder)
  const times = new Map<string, number>()
  const next = startExport()
  let state: 'open' | 'committed' | 'discarded' = 'open'
  const removeStaging = () => removeInTime(staging)
  if (!dryRun) process.once('exit', removeStaging)

  const existing = (path: string): ExistingFile | undefined =>
    isScanned ? scan?.files.get(path) : inspectFile(exportFolder(root), path)

  /** The file at a path, if it is exactly as it was published. */
  function published(path: string): ExportedFile | undefined {
    const name = exportPath(path)
    const file = asPublished(manifest, name, existing(name))
    return file && { path: name, sha256: file.sha256, bytes: file.bytes }
  }

  /** Whether a file has to be staged because it is not kept already. Throws for a path that must not be written. */
  function isAwaited(file: ExportedFile): boolean {
    if (next.write(file).isKept) return false
    if (state !== 'open')
      throw new Error(`The file "${file.path}" cannot be written any more: the export is already ${state}.`)
    return true
  }

  /** Takes a staged file into the next export. */
  function take(file: ExportedFile, staged: Staged): WrittenFile {
    if (staged.state === 'existing') return { ...file, isNew: false }
    if (staged.state === 'failed' && staged.code === 'ENOENT' && !existsSync(folder)) throw removedMeanwhile(root)
    if (staged.state === 'failed') throw unwritable(root, Object.assign(new Error(staged.message), staged))
    next.note(file.path, existing(file.path) ? 'changed' : 'added')
    times.set(file.path, staged.mtimeMs)
    return { ...file, isNew: true }
  }

  function keepOthers(): void {
    for (const [path, file] of scan?.files ?? []) {
      if (!next.mayStay(path)) continue
      next.keep({ path, bytes: file.bytes, sha256: asPublished(manifest, path, file)?.sha256 ?? unknownDigest })
    }
  }

  const list = join(root, manifestName)
  const isListDamaged = scan !== undefined && !manifest && existsSync(list)
  return {
    ...(isListDamaged && {
      notice: `The list of published files "${list}" is damaged; every page is rendered again and compared.`,
    }),
    async write(path, content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      const file = describeFile(exportPath(path), bytes)
      if (!isAwaited(file)) return { ...file, isNew: false }
      return take(file, stage({ path: file.path, content: bytes, existing: existing(file.path) }))
    },
    threadStaging: {
      folder: dryRun ? undefined : folder,
      existing: (path) => existing(exportPath(path)),
      async claim({ path, sha256, bytes, ...staged }) {
        const file = { path: exportPath(path), sha256, bytes }
        return isAwaited(file) ? take(file, staged) : { ...file, isNew: false }
      },
    },
    keep(path) {
      const file = published(path)
      return file !== undefined && next.keep(file)
    },
    keepOthers,
    has: (path) => existing(exportPath(path)) !== undefined,
    published,
    async read(path) {
      const name = exportPath(path)
      const there = existing(name)
      const bytes = there && (await readFile(there.location).catch(() => undefined))
      return bytes && (!manifest || hash('sha256', bytes) === manifest.files.get(name)?.sha256) ? bytes : undefined
    },
    requireDiskSpace: (sidecars) =>
      requireDiskSpace(root, bytesOf(textsToMove(sidecars, planSidecars(root, sidecars)))),
    planned: () => next.files(),
    async commit(sidecarsOf) {
      if (isPartial) keepOthers()
      const changes = next.changes(isScanned ? await goneFiles(before, next) : [])
      if (dryRun) return changes
      try {
        claimFolder(root, { isBuilding: true })
        if (scan && folderMark(root) !== before.mark) throw removedMeanwhile(root)
        const sidecars = sidecarsOf?.(changes) ?? new Map()
        const finish = await prepareCommit(root, { ...before, next, staging, times, isSwapped, sidecars })
        state = 'committed'
        process.off('exit', removeStaging)
        finish()
      } catch (cause) {
        throw unwritable(root, cause, { isHalfDone: state === 'committed' })
      }
      await removeFolder(staging)
      await removeOldReleases(root)
      return changes
    },
    async discard() {
      if (dryRun || state === 'committed') return
      state = 'discarded'
      await removeFolder(staging)
      process.off('exit', removeStaging) // only now: an interrupted process may end during the removal
    },
  }
}

/**
 * The export as it was when the writer was opened. `mark` is the inode of its folder. `isScanned` says that every file
 * was scanned. Otherwise, a file is looked at when it is needed, and the manifest is trusted for all others.
 */
type Before = { scan: Scan | undefined; manifest: Manifest | undefined; mark?: number; isScanned: boolean }

/**
 * Reads an export. With `isPartial`, files are not scanned, unless the export is a release: the next release is made
 * from all of its files.
 */
async function readExport(root: string, isPartial = false): Promise<Before> {
  const mark = folderMark(root)
  const manifest = await readManifest(join(root, manifestName))
  const isScanned = !isPartial || !manifest || currentRelease(root) !== undefined
  return { scan: isScanned ? scanExport(exportFolder(root)) : emptyScan(), manifest, mark, isScanned }
}

function folderMark(root: string): number | undefined {
  return lstatSync(exportFolder(root), { throwIfNoEntry: false })?.ino
}

/** The export that `readExport` would return after a recovery. */
async function readAsRecovered(root: string): Promise<Before> {
  const journal = readJournal(root)
  const scan = scanExport((journal && wholeExport(root, journal)) ?? exportFolder(root))
  if (journal && scan) applyJournalToScan(root, journal, scan)
  const staged = journal && join(root, journal.staging, manifestName)
  const file = staged && existsSync(staged) ? staged : join(root, manifestName)
  return { scan, manifest: await readManifest(file), isScanned: true }
}

/**
 * The manifest's entry for a file that is as it was published. Zip and many tar archives, such as those of CI caches,
 * truncate modification times to whole seconds.
 */
function asPublished(manifest: Manifest | undefined, path: string, existing: ExistingFile | undefined) {
  const file = manifest?.files.get(path)
  if (!file || file.bytes !== existing?.bytes) return undefined
  return [file.mtimeMs, Math.floor(file.mtimeMs / 1000) * 1000].includes(existing.mtimeMs) ? file : undefined
}

/**
 * Files that the next export does not have: the published files according to the manifest, and any others in the
 * folder.
 */
async function goneFiles({ scan, manifest }: Before, next: NextExport): Promise<ExportedFile[]> {
  const gone = new Map<string, ExportedFile>()
  for (const { path, sha256, bytes } of manifest?.files.values() ?? []) {
    if (!next.hasFile(path)) gone.set(path, { path, sha256, bytes })
  }
  for (const [path, file] of scan?.files ?? []) {
    if (next.hasFile(path) || asPublished(manifest, path, file)) continue
    // A file that cannot be read is reported as removed, without its digest.
    const content = await readFile(file.location).catch(() => undefined)
    gone.set(path, { path, sha256: content ? hash('sha256', content) : '', bytes: file.bytes })
  }
  return byPath(gone.values())
}
