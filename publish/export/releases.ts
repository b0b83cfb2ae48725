import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SiteError } from '#content/finding.ts'
import { removeFolder } from './remove-folder.ts'

// An export can be published through a link: `DIR/site` links to `DIR/.releases/7`, and the next release is 8. A
// release never changes once the link has pointed to it.

const releasesName = '.releases'
/** The name of the new link in the staging folder. */
const linkName = 'link'
/**
 * How long a release is kept after another replaced it, for servers that resolved the link earlier and are still
 * reading.
 */
const stayMs = 5 * 60_000
/** The maximum number of replaced releases that are kept. The one just before the current release is always kept. */
const mostEarlier = 10

/** The release that `DIR/site` links to; `undefined` if it is a folder, is missing, or is not a link of ours. */
export function currentRelease(root: string): number | undefined {
  const site = join(root, 'site')
  if (!lstatSync(site, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined
  const number = /^\.releases[/\\](\d{1,9})$/.exec(readlinkSync(site))?.[1]
  return number !== undefined && isFolder(releaseFolder(root, Number(number))) ? Number(number) : undefined
}

/** The folder that holds the export. It may be missing. */
export function exportFolder(root: string): string {
  const release = currentRelease(root)
  return release === undefined ? join(root, 'site') : releaseFolder(root, release)
}

export function releaseFolder(root: string, release: number): string {
  return join(root, releasesName, String(release))
}

/**
 * Prepares everything that a new release needs besides its files, so that its commit cannot fail because the disk is
 * full. Returns its number.
 */
export function stageRelease(root: string, staging: string): number {
  const release = Math.max(0, ...releaseNumbers(root)) + 1
  mkdirSync(join(root, releasesName), { recursive: true })
  stageLink(staging, release)
  return release
}

function stageLink(staging: string, release: number): void {
  mkdirSync(staging, { recursive: true })
  rmSync(join(staging, linkName), { force: true })
  symlinkSync(join(releasesName, String(release)), join(staging, linkName), 'dir')
}

/**
 * Makes the staged `site` the release of this number and points the link to it, in one step for servers that read
 * through the link. A folder at the path of the link is moved aside first. May be interrupted at any point and called
 * again.
 */
export function publishRelease(root: string, staging: string, release: number): void {
  const [staged, folder, site] = [join(staging, 'site'), releaseFolder(root, release), join(root, 'site')]
  if (isFolder(staged)) {
    const releases = join(root, releasesName)
    if (!isFolder(releases)) rmSync(releases, { force: true }) // a link to a folder that is not ours
    mkdirSync(releases, { recursive: true })
    rmSync(folder, { recursive: true, force: true })
    const now = new Date()
    utimesSync(staged, now, now) // records when the release was published: its files may be much older
    renameSync(staged, folder)
  }
  if (!isFolder(folder) || currentRelease(root) === release) return
  const link = join(staging, linkName)
  if (!lstatSync(link, { throwIfNoEntry: false })) stageLink(staging, release)
  if (isFolder(site)) moveAside(site, join(staging, 'replaced'))
  renameSync(link, site)
}

function moveAside(folder: string, to: string): void {
  try {
    renameSync(folder, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    rmSync(folder, { recursive: true }) // a folder from a container image cannot be moved
  }
}

/**
 * Removes releases that nobody can be reading any more, or all of them if the export is not a link to a release.
 * Releases that cannot be removed now are left for the next build.
 */
export async function removeOldReleases(root: string): Promise<void> {
  const current = currentRelease(root)
  const numbers = releaseNumbers(root).sort((a, b) => b - a)
  const rank = numbers.indexOf(current ?? 0)
  for (const [index, number] of numbers.entries()) {
    const isKept =
      rank >= 0 && (index <= rank + 1 || (index <= rank + mostEarlier && isRecent(root, numbers[index - 1])))
    if (!isKept) await removeFolder(releaseFolder(root, number))
  }
  if (current === undefined) await rmdir(join(root, releasesName)).catch(() => undefined)
}

/** Whether a release was published so recently that servers may still read the one before it. */
function isRecent(root: string, release = 0): boolean {
  const stats = statSync(releaseFolder(root, release), { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs < stayMs
}

/**
 * Throws a `SiteError` if a link cannot replace another link, as on Windows. `staging` must not exist, and is removed
 * again.
 */
export function expectLinks(root: string, staging: string): void {
  const [link, place] = [join(staging, linkName), join(staging, 'place')]
  try {
    mkdirSync(staging, { recursive: true })
    symlinkSync(releasesName, place, 'dir')
    symlinkSync(releasesName, link, 'dir')
    renameSync(link, place)
  } catch (cause) {
    throw new SiteError(
      {
        code: 'export-unwritable',
        message: `"--swap" cannot publish into "${root}": symbolic links cannot be created and replaced there (${(cause as Error).message}).`,
        hint: 'Build without --swap, or choose a folder on another disk with --out.',
      },
      { cause },
    )
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function releaseNumbers(root: string): number[] {
  const folder = join(root, releasesName)
  if (!isFolder(folder)) return []
  return readdirSync(folder).flatMap((name) => (/^\d{1,9}$/.test(name) ? [Number(name)] : []))
}

/** Whether a path is a real folder and not a link to one. */
export function isFolder(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false
}
