import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import type { Writer } from '#publish/writer.ts'
import { planBesides, stageBesides, textsToMove } from './beside.ts'
import { claimFolder, unwritable } from './claim-folder.ts'
import { bytesOf, expectRoom } from './commit/disk-room.ts'
import { besideName, finishJournal, type Journal, writeJournal } from './commit/export-journal.ts'
import { linkFiles } from './commit/link-files.ts'
import { exportPath, foldersAbove } from './commit/next-export.ts'
import { recoverExport } from './commit/recover-export.ts'
import { scanExport, standingFile } from './commit/scan-export.ts'
import { byPath, type Changes, describeFile } from './export-changes.ts'
import { findPublished, manifestName, type PublishedFile, replacePublished } from './export-manifest.ts'
import { currentRelease, exportFolder, isFolder, removeOldReleases, stageRelease } from './releases.ts'
import { removeFolder } from './remove-folder.ts'

/** A writer that only replaces files which are as they were published. */
export type StandingExport = Pick<Writer, 'write' | 'keep' | 'published' | 'read' | 'commit'>

/**
 * A writer into an export of which a few files are replaced; nobody looks at the others. Its lock must be held. Throws a `SiteError`
 * when the folder holds files but not our mark, or cannot be written.
 */
export async function openStandingExport(directory: string): Promise<StandingExport> {
  const root = resolve(directory)
  claimFolder(root)
  await recoverExport(root)
  let site = exportFolder(root)
  let manifest = readText(join(root, manifestName))

  const folders = new Map<string, boolean>()
  const isReal = (folder: string): boolean => {
    const known = folders.get(folder) ?? isFolder(join(site, folder))
    folders.set(folder, known)
    return known
  }
  const published = (path: string): PublishedFile | undefined => {
    const known = findPublished(manifest, exportPath(path))
    const isReached = known && ['.', ...foldersAbove(known.path)].every(isReal)
    const stats = isReached ? lstatSync(join(site, known.path), { throwIfNoEntry: false }) : undefined
    return stats?.isFile() && stats.size === known?.bytes && stats.mtimeMs === known.mtimeMs ? known : undefined
  }

  const expectPublished = (path: string): PublishedFile => {
    const known = published(path)
    if (known) return known
    throw new Error(`The file "${path}" of the export is not as it was published.`)
  }
  const written = new Map<string, Uint8Array>()

  /** Completes a staged release with the files that stay; gives those that had to be copied. */
  async function linkOthers(to: string, moves: string[]): Promise<PublishedFile[]> {
    const moved = new Set(moves)
    const paths = [...(scanExport(site)?.files.keys() ?? [])].filter((path) => !moved.has(path))
    const known = new Map(paths.map((path) => [path, published(path)]))
    const copied = await linkFiles(paths, { from: site, to })
    return [...copied].flatMap(([path, mtimeMs]) => {
      const file = known.get(path)
      return file ? [{ ...file, mtimeMs }] : []
    })
  }

  return {
    published,
    keep: (path) => published(path) !== undefined,
    read: async (path) => (published(path) ? readFileSync(join(site, exportPath(path))) : undefined),
    async write(path, content) {
      const before = expectPublished(path)
      const bytes = Buffer.from(content)
      const file = describeFile(before.path, bytes)
      const isNew = file.sha256 !== before.sha256
      if (isNew) written.set(path, bytes)
      return { ...file, isNew }
    },
    async commit(besidesOf) {
      folders.clear() // is looked at again
      const staging = join(root, `.staging-${process.pid}`)
      const changed: PublishedFile[] = []
      let isBegun = false
      let changes: Changes
      try {
        for (const [path, bytes] of written) {
          const file = describeFile(expectPublished(path).path, bytes)
          changed.push({ ...file, ...stage(join(staging, 'site', file.path), bytes) })
        }
        const told = changed.map(({ path, sha256, bytes }) => ({ path, sha256, bytes }))
        changes = { added: [], changed: byPath(told), removed: [] }
        const besides = besidesOf?.(changes) ?? new Map()
        const beside = planBesides(root, besides)
        const moves = changed.map(({ path }) => path).sort()
        if (moves.length + beside.moves.length === 0) return changes
        expectRoom(root, bytesOf([manifest, ...textsToMove(besides, beside)]))
        stageBesides(join(staging, besideName), besides, beside)
        const isRelease = moves.length > 0 && currentRelease(root) !== undefined
        const others = isRelease ? await linkOthers(join(staging, 'site'), moves) : []
        const next = [...others, ...changed].reduce(replacePublished, manifest)
        if (moves.length > 0) writeFileSync(join(staging, manifestName), next)
        const journal: Journal = {
          ...{
            staging: posix.basename(staging),
            moves: isRelease ? [] : moves,
            removals: [],
            beside,
            isWhole: isRelease,
          },
          ...(isRelease && { release: stageRelease(root, staging) }),
        }
        writeJournal(root, journal)
        isBegun = true
        finishJournal(root, journal)
        manifest = next
      } catch (cause) {
        if (!isBegun) rmSync(staging, { recursive: true, force: true })
        throw unwritable(root, cause, { isHalfDone: isBegun })
      }
      site = exportFolder(root)
      await removeFolder(staging)
      await removeOldReleases(root)
      return changes
    },
  }
}

function stage(file: string, bytes: Uint8Array): Pick<PublishedFile, 'mtimeMs'> {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  return { mtimeMs: standingFile(file).mtimeMs }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // nothing is known of what was published
  }
}
