import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import * as z from 'zod'
import { manifestName } from '#publish/export/export-manifest.ts'
import { readJson } from '#publish/export/kept-files.ts'
import { isFolder, publishRelease, releaseFolder } from '#publish/export/releases.ts'
import { foldersAbove, isExportPath } from './next-export.ts'
import { existingFile, type Scan } from './scan-export.ts'

export const journalName = '.journal.json'
/** The name of a staging folder, with the process ID. */
export const stagingName = /^\.staging-(\d+)$/

export const sidecarFolder = 'beside'

const paths = z.array(z.string().refine(isExportPath))
/**
 * `moves` are files to move to the same path in another folder. `removals` are files and whole folders to remove from
 * that folder. No removal is the path of a move or a folder above it.
 */
const movesSchema = z.object({ moves: paths, removals: paths })
export type Moves = z.output<typeof movesSchema>

const journalSchema = z
  .object({
    version: z.literal(1),
    staging: z.string().regex(stagingName),
    /** Moves from `STAGING/site` to `site`, and removals from `site`. */
    ...movesSchema.shape,
    /** Moves from `STAGING/beside` to the folder around `site`, and removals from that folder. */
    beside: movesSchema,
    /** Whether the staged `site` becomes the export as a whole, without moves. */
    isWhole: z.boolean().default(false),
    /** The number of the release that the staged `site` then becomes. */
    release: z.int().positive().optional(),
  })
  .refine(({ isWhole, release }) => isWhole || release === undefined)

/** The steps that a commit is about to do. */
export type Journal = Omit<z.output<typeof journalSchema>, 'version'>

/**
 * Writes the journal atomically. From then on, the commit will be done: by this process, or by `finishJournal` of a
 * later one.
 */
export function writeJournal(root: string, journal: Journal): void {
  const draft = join(root, journal.staging, journalName)
  const file = openSync(draft, 'w')
  try {
    writeFileSync(file, `${JSON.stringify({ version: 1, ...journal })}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, join(root, journalName))
}

/**
 * The journal of a commit that was interrupted; `undefined` if the journal is damaged. The next build then finds the
 * wrong files by the manifest.
 */
export function readJournal(root: string): Journal | undefined {
  // A schema that is used once is not worth compiling.
  return journalSchema.safeParse(readJson(join(root, journalName)), { jitless: true }).data
}

/**
 * Does the remaining steps of the journal and removes the journal. The rest of the staging folder is then no longer
 * needed. May be interrupted at any point and called again. Pages are moved after the files they load, and removals
 * come last. Links inside the export are replaced, never followed.
 */
export function finishJournal(root: string, { staging, moves, removals, beside, isWhole, release }: Journal): void {
  const [site, staged] = [join(root, 'site'), join(root, staging, 'site')]
  if (release !== undefined) publishRelease(root, join(root, staging), release)
  else if (isWhole && isFolder(staged)) {
    rmSync(site, { recursive: true, force: true })
    renameSync(staged, site)
  }
  if (release === undefined) moveAll({ from: staged, to: site }, { moves, removals })
  // If `root` is a link, it stays a link.
  moveAll({ from: join(root, staging, sidecarFolder), to: realpathSync(root) }, beside)
  moveFile(join(root, staging, manifestName), join(root, manifestName))
  rmSync(join(root, journalName), { force: true })
}

function moveAll({ from, to }: { from: string; to: string }, { moves, removals }: Moves): void {
  const twins = spelledOtherwise(moves, removals)
  for (const path of twins) removeExactly(to, path)
  const made = new Set<string>()
  for (const path of inOrderOfUse(moves)) {
    makeFolder(to, posix.dirname(path), made)
    moveFile(join(from, path), join(to, path))
  }
  for (const path of removals) if (!twins.has(path)) removeExactly(to, path)
}

/**
 * The folder that becomes the export as a whole; `undefined` if it is the export already, or if the journal moves
 * single files.
 */
export function wholeExport(root: string, { staging, isWhole, release }: Journal): string | undefined {
  const folders = [join(root, staging, 'site'), ...(release === undefined ? [] : [releaseFolder(root, release)])]
  return isWhole ? folders.find(isFolder) : undefined
}

/** Changes a scan to what the export will hold once the journal is finished, without finishing it. */
export function applyJournalToScan(root: string, { staging, moves, removals }: Journal, scan: Scan): void {
  const isGone = (path: string) => [path, ...foldersAbove(path)].some((part) => removals.includes(part))
  for (const known of [scan.files, scan.folders, scan.others]) {
    for (const path of known.keys()) if (isGone(path)) known.delete(path)
  }
  for (const path of moves) {
    const staged = join(root, staging, 'site', path)
    if (existsSync(staged)) scan.files.set(path, existingFile(staged))
  }
}

/**
 * The paths of moves with pages last, so that no page comes before the files it loads. A compressed page counts as a
 * page.
 */
function inOrderOfUse(moves: string[]): string[] {
  const isPage = (path: string) => /\.html(?:\.(?:br|gz))?$/.test(path)
  return [...moves.filter((path) => !isPage(path)), ...moves.filter(isPage)]
}

/**
 * Removals that differ from a move only in upper and lower case. If the file system treats both as one name, the old
 * file has to be removed before the new one is moved in.
 */
function spelledOtherwise(moves: string[], removals: string[]): Set<string> {
  const fold = (path: string) => path.normalize('NFC').toLowerCase()
  const taken = new Set(moves.flatMap((path) => [path, ...foldersAbove(path)]).map(fold))
  return new Set(removals.filter((path) => taken.has(fold(path))))
}

/** Removes the file or folder with exactly this spelling, if every folder above it is a real folder and not a link. */
function removeExactly(site: string, path: string): void {
  const isReached = foldersAbove(path).every((folder) => isFolder(join(site, folder)))
  if (!isReached || !isFolder(site)) return
  const place = join(site, path)
  if (readdirSync(dirname(place)).includes(basename(place))) rmSync(place, { recursive: true, force: true })
}

/** Makes a folder and all folders above it. Files and links at their paths are removed. */
function makeFolder(site: string, folder: string, made: Set<string>): void {
  if (made.has(folder)) return
  if (folder !== '.') makeFolder(site, posix.dirname(folder), made)
  const place = join(site, folder)
  if (!isFolder(place)) rmSync(place, { force: true })
  // A case-insensitive file system may still know a folder of this name, spelled in another case and just removed.
  mkdirSync(place, { recursive: true })
  made.add(folder)
}

/** Moves a file and replaces whatever is at the target. Does nothing if the file was moved already. */
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(from)) return
    if (!isFolder(to)) throw error
    rmSync(to, { recursive: true })
    renameSync(from, to)
  }
}
