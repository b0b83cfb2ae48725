import { hash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, posix, resolve } from 'node:path'
import { SiteError } from '#content/finding.ts'
import { type Besides, stageBesides } from './beside.ts'
import { claimFolder, unwritable } from './claim-folder.ts'
import { byPath, type ExportedFile } from './export-changes.ts'
import { besideName, finishJournal, foreseeJournal, makeRoom, readJournal, writeJournal } from './export-journal.ts'
import { type Manifest, manifestName, type PublishedFile, printManifest, readManifest } from './export-manifest.ts'
import { exportPath, type NextExport, startExport } from './next-export.ts'
import { recoverExport } from './recover-export.ts'
import { remainders, type Scan, scanExport, standingFile } from './scan-export.ts'
import type { Writer, WrittenFile } from './writer.ts'

/** Of a file that stands but is not what was published: no manifest lists it, so that nobody relies on it. */
const unknownDigest = ''

/**
 * A writer into `DIR/site`. Files that are new or differ wait in a staging folder beside it; a commit moves them over the old ones
 * under a journal, so that a build that is killed leaves the export of before, or one that the next `recoverExport` (which opening
 * begins with) makes whole. `DIR/.files.json` tells what was published. A dry run gives the same answers and touches nothing.
 * Throws a `SiteError` when `DIR` holds files but not our mark (it is never touched then), or cannot be written.
 */
export async function openDirectoryWriter(directory: string, { dryRun = false } = {}): Promise<Writer> {
  const root = resolve(directory)
  claimFolder(root, { isOnlyLook: dryRun })
  if (!dryRun) recoverExport(root)
  const before = dryRun ? await foresee(root) : await readExport(root)
  const { scan, manifest } = before
  const staging = join(root, `.staging-${process.pid}`)
  const stage = openStaging(join(staging, 'site'))
  const times = new Map<string, number>()
  const next = startExport()
  let state: 'open' | 'committed' | 'discarded' = 'open'
  const removeStaging = () => rmSync(staging, { recursive: true, force: true, maxRetries: 3 })
  if (!dryRun) process.once('exit', removeStaging)

  /** What stands at a path exactly as it was published. */
  function published(path: string): PublishedFile | undefined {
    const name = exportPath(path)
    const [known, standing] = [manifest?.files.get(name), scan?.files.get(name)]
    return known && known.bytes === standing?.bytes && known.mtimeMs === standing.mtimeMs ? known : undefined
  }

  /** Takes a file into the next export; `stage` gives its modification time, and is not asked for one that stands already. */
  async function take(file: ExportedFile, { isStanding, stage }: Taking): Promise<WrittenFile> {
    if (next.write(file).isKept || (await isStanding())) return { ...file, isNew: false }
    next.note(file.path, scan?.files.has(file.path) ? 'changed' : 'added')
    if (dryRun) return { ...file, isNew: true }
    if (state !== 'open') throw new Error(`The file "${file.path}" comes too late: what was written is ${state}.`)
    try {
      times.set(file.path, await stage())
    } catch (cause) {
      throw unwritable(root, cause)
    }
    return { ...file, isNew: true }
  }

  const list = join(root, manifestName)
  const isLost = scan !== undefined && !manifest && existsSync(list)
  return {
    ...(isLost && {
      notice: `The list of published files "${list}" is damaged; every page is rendered anew and compared.`,
    }),
    async write(path, content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      const file = { path: exportPath(path), sha256: hash('sha256', bytes), bytes: bytes.length }
      const isStanding = async (): Promise<boolean> => {
        const standing = scan?.files.get(file.path)
        return standing?.bytes === bytes.length && (await readDigest(standing.location)) === file.sha256
      }
      return take(file, { isStanding, stage: () => stage.write(file.path, bytes) })
    },
    elsewhere: {
      folder: dryRun ? undefined : stage.folder,
      standing: (path) => scan?.files.get(exportPath(path)),
      async claim({ path, sha256, bytes, state, mtimeMs = 0 }) {
        const file = { path: exportPath(path), sha256, bytes }
        const stage = async (): Promise<number> => {
          if (typeof state === 'object') throw Object.assign(new Error(state.message), state)
          return mtimeMs
        }
        return take(file, { isStanding: async () => state === 'standing', stage })
      },
    },
    keep(path) {
      const file = published(path)
      return file !== undefined && next.keep({ path: file.path, sha256: file.sha256, bytes: file.bytes })
    },
    async keepOthers() {
      for (const [path, { bytes }] of scan?.files ?? []) {
        if (!next.isFree(path)) continue
        next.keep({ path, bytes, sha256: published(path)?.sha256 ?? unknownDigest })
      }
    },
    published(path) {
      const file = published(path)
      return file && { path: file.path, sha256: file.sha256, bytes: file.bytes }
    },
    async read(path) {
      const name = exportPath(path)
      const [known, standing] = [manifest?.files.get(name), scan?.files.get(name)]
      const bytes = known && standing && (await readFile(standing.location).catch(() => undefined))
      return bytes && hash('sha256', bytes) === known.sha256 ? bytes : undefined
    },
    planned: () => next.files(),
    async commit(besidesOf) {
      const changes = next.changes(await goneFiles(before, next))
      if (dryRun) return changes
      const known = next.files().filter(({ sha256 }) => sha256 !== unknownDigest)
      const files = known.map((file) => ({
        ...file,
        mtimeMs: times.get(file.path) ?? scan?.files.get(file.path)?.mtimeMs ?? 0,
      }))
      const text = printManifest(files)
      const moves = [...times.keys()].sort()
      const manifestText = text === manifest?.text ? undefined : text
      try {
        claimFolder(root, { isBuilding: true })
        if (before.scan && folderMark(root) !== before.mark) throw removedMeanwhile(root)
        const finish = prepare(root, { scan, next, staging, moves, manifestText, besides: besidesOf?.(changes) })
        state = 'committed'
        process.off('exit', removeStaging)
        finish()
      } catch (cause) {
        throw unwritable(root, cause, { isHalfDone: state === 'committed' })
      }
      return changes
    },
    async discard() {
      if (dryRun || state === 'committed') return
      state = 'discarded'
      await stage.end() // what is written while its folder is removed keeps that from going
      process.off('exit', removeStaging)
      await rm(staging, { recursive: true, force: true }).catch(() => undefined) // goes when the folder is opened again
    },
  }
}

/** `mark` tells the folder of the export from another one in its place. */
type Before = { scan: Scan | undefined; manifest: Manifest | undefined; mark?: number | undefined }

async function readExport(root: string): Promise<Before> {
  const mark = folderMark(root)
  return { scan: scanExport(join(root, 'site')), manifest: await readManifest(join(root, manifestName)), mark }
}

function folderMark(root: string): number | undefined {
  return lstatSync(join(root, 'site'), { throwIfNoEntry: false })?.ino
}

function removedMeanwhile(root: string): SiteError {
  return new SiteError({
    code: 'export-unwritable',
    message: `The output folder "${root}" was removed, or changed, while the build ran; nothing was published.`,
    hint: 'Build again, and let only one program write there.',
  })
}

/** What `readExport` would give after a recovery. */
async function foresee(root: string): Promise<Before> {
  const isRetired = !existsSync(join(root, 'site')) && existsSync(join(root, '.retired'))
  const scan = scanExport(join(root, isRetired ? '.retired' : 'site'))
  const journal = readJournal(root)
  if (journal && scan) foreseeJournal(root, journal, scan)
  const staged = journal && join(root, journal.staging, manifestName)
  const file = staged && existsSync(staged) ? staged : join(root, manifestName)
  return { scan, manifest: await readManifest(file) }
}

type Taking = {
  /** Whether a file stands at its path already, byte for byte. */
  isStanding: () => Promise<boolean>
  stage: () => Promise<number>
}

type Staging = {
  folder: string
  /** Gives the modification time of the file. */
  write(path: string, bytes: Uint8Array): Promise<number>
  /** Waits for what is being written. */
  end(): Promise<unknown>
}

/** Writes files into the staging folder, which is made when the first one comes. */
function openStaging(folder: string): Staging {
  const made = new Map<string, Promise<unknown>>()
  const writing = new Set<Promise<unknown>>()
  const write = async (path: string, bytes: Uint8Array): Promise<number> => {
    const file = join(folder, path)
    const parent = dirname(file)
    const making = made.get(parent) ?? mkdir(parent, { recursive: true })
    made.set(parent, making)
    await making
    await writeFile(file, bytes)
    return standingFile(file).mtimeMs
  }
  return {
    folder,
    async write(path, bytes) {
      const written = write(path, bytes)
      writing.add(written)
      return written.finally(() => writing.delete(written))
    },
    end: () => Promise.allSettled(writing),
  }
}

async function readDigest(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined) // one that cannot be read is replaced
  return bytes && hash('sha256', bytes)
}

/** Files that stood in the export, or should have, and are none of the next one, as they were. */
async function goneFiles({ scan, manifest }: Before, next: NextExport): Promise<ExportedFile[]> {
  const gone = new Map<string, ExportedFile>()
  for (const { path, sha256, bytes } of manifest?.files.values() ?? []) {
    if (!next.hasFile(path)) gone.set(path, { path, sha256, bytes })
  }
  for (const [path, { location, bytes, mtimeMs }] of scan?.files ?? []) {
    const known = manifest?.files.get(path)
    if (next.hasFile(path) || (known?.bytes === bytes && known.mtimeMs === mtimeMs)) continue
    gone.set(path, { path, sha256: (await readDigest(location)) ?? '', bytes })
  }
  return byPath(gone.values())
}

type Publication = {
  scan: Scan | undefined
  next: NextExport
  staging: string
  /** Paths that wait in the staging folder. */
  moves: string[]
  /** Nothing when the manifest stays as it is. */
  manifestText: string | undefined
  besides: Besides | undefined
}

/**
 * Stages what is still missing and writes the journal; gives what makes the next export the published one. What is alike is not
 * touched; when all is, nothing is written. Where it throws, all is as it was.
 */
function prepare(root: string, { scan, next, staging, moves, manifestText, besides }: Publication): () => void {
  if (!moves.every((path) => existsSync(join(staging, 'site', path)))) throw removedMeanwhile(root)
  const removals = scan ? remainders(scan, next) : []
  const beside = stageBesides(root, join(staging, besideName), besides ?? new Map())
  const steps = moves.length + removals.length + beside.moves.length + beside.removals.length
  if (scan && steps === 0 && manifestText === undefined) return () => {}
  mkdirSync(scan ? staging : join(staging, 'site'), { recursive: true })
  if (manifestText !== undefined) writeFileSync(join(staging, manifestName), manifestText)
  const journal = { staging: posix.basename(staging), moves: scan ? moves : [], removals, beside, isFirst: !scan }
  makeRoom(root, journal)
  if (!scan || steps > 0) writeJournal(root, journal)
  return () => finishJournal(root, journal)
}
