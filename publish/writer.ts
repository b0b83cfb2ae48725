import type { Dirent } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { SiteError } from '#content/finding.ts'

/** The one door out. Files become visible together at `commit`; until then nothing published changes. */
export type Writer = {
  /**
   * Writes a file by its path in the export (`en/help/index.html`). `unchanged` means that these very bytes are published
   * already; the file then keeps its modification time. Throws for a path outside of the export, or one written twice.
   */
  write(path: string, bytes: string | Uint8Array): Promise<'written' | 'unchanged'>
  /** Puts everything written in the place of what was published before; gives the paths that went away. */
  commit(): Promise<{ removed: string[] }>
  /** Drops everything written. */
  discard(): Promise<void>
}

const markerName = '.site-export'
const markerText = 'This folder is made by "site build". What stands in it is replaced by the next build.\n'

/**
 * A writer into `DIR/site`, by way of a staging folder beside it. Throws a `SiteError` when `DIR` holds files but not our
 * marker (it is never touched then), or cannot be written.
 */
export async function openDirectoryWriter(directory: string): Promise<Writer> {
  const root = resolve(directory)
  await claim(root)
  const published = join(root, 'site')
  const retired = join(root, '.retired')
  const staging = join(root, `.staging-${process.pid}`)
  await recover(root, published, retired)
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging)
  const entries = await readdir(published, { recursive: true, withFileTypes: true }).catch(noneIfMissing)
  const before = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
  const folders = new Map<string, Promise<unknown>>()
  const written = new Set<string>()

  return {
    async write(path, bytes) {
      const file = resolve(staging, path)
      if (!file.startsWith(staging + sep) || path.includes('\0')) throw outside(path)
      if (written.has(file)) throw new Error(`The file "${path}" of the export is written twice.`)
      written.add(file)
      const folder = dirname(file)
      const made = folders.get(folder) ?? mkdir(folder, { recursive: true })
      folders.set(folder, made)
      await made
      const earlier = join(published, relative(staging, file))
      if (before.has(earlier) && Buffer.from(bytes).equals(await readFile(earlier))) {
        await link(earlier, file)
        return 'unchanged'
      }
      await writeFile(file, bytes)
      return 'written'
    },
    async commit() {
      await rm(retired, { recursive: true, force: true })
      await rename(published, retired).catch(noneIfMissing)
      await rename(staging, published)
      await rm(retired, { recursive: true, force: true })
      const paths = [...before].map((file) => relative(published, file)).sort()
      return { removed: paths.filter((path) => !written.has(join(staging, path))) }
    },
    discard: () => rm(staging, { recursive: true, force: true }),
  }
}

/** A writer that keeps files in memory: for tests and dry runs. `files` holds what was committed. */
export function openMemoryWriter(): Writer & { files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>()
  let staged = new Map<string, Uint8Array>()
  return {
    files,
    async write(path, bytes) {
      const root = resolve(sep, 'export')
      const file = resolve(root, path)
      if (!file.startsWith(root + sep) || path.includes('\0')) throw outside(path)
      const name = relative(root, file)
      if (staged.has(name)) throw new Error(`The file "${path}" of the export is written twice.`)
      staged.set(name, Buffer.from(bytes))
      const earlier = files.get(name)
      return earlier && Buffer.from(bytes).equals(earlier) ? 'unchanged' : 'written'
    },
    async commit() {
      const removed = [...files.keys()].filter((path) => !staged.has(path)).sort()
      files.clear()
      for (const [path, bytes] of staged) files.set(path, bytes)
      staged = new Map()
      return { removed }
    },
    async discard() {
      staged = new Map()
    },
  }
}

/** Makes sure that a folder is ours to write to, and marks it. */
async function claim(root: string): Promise<void> {
  const entries = await readdir(root).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw unwritable(root, error)
  })
  if (entries.length > 0 && !entries.includes(markerName) && !(entries.length === 1 && entries[0] === '.gitignore')) {
    throw new SiteError({
      code: 'export-not-ours',
      message: `The output folder "${root}" holds files that are not an export of ours; nothing in it was touched.`,
      hint: 'Choose an empty or new folder with --out.',
    })
  }
  try {
    await mkdir(root, { recursive: true })
    await writeFile(join(root, markerName), markerText)
  } catch (cause) {
    throw unwritable(root, cause)
  }
}

/** Undoes what a build that was killed left: an export that was moved aside goes back, its staging folder goes. */
async function recover(root: string, published: string, retired: string): Promise<void> {
  const entries = await readdir(root)
  if (entries.includes('.retired') && !entries.includes('site')) await rename(retired, published)
  for (const name of entries) {
    const owner = /^\.staging-(\d+)$/.exec(name)?.[1]
    if (owner && !isRunning(Number(owner))) await rm(join(root, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): Dirent[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function outside(path: string): Error {
  return new Error(`The path ${JSON.stringify(path)} leads out of the export.`)
}

function unwritable(root: string, cause: unknown): SiteError {
  return new SiteError(
    {
      code: 'export-unwritable',
      message: `The output folder "${root}" cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
      hint: 'Choose another folder with --out, or mend its permissions.',
    },
    { cause },
  )
}
