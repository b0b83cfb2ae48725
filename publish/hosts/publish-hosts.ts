import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isRunning } from '#publish/running-process.ts'
import type { HostFiles } from './emit-hosts.ts'

const folder = 'hosts'
const retiredName = '.retired-hosts'
const stagingName = /^\.staging-hosts-(\d+)$/

/**
 * Puts the files of hosts into `DIR/hosts`, in the place of what was there: written beside it first, then swapped, so that the
 * folder is always whole. Files that did not change keep their modification time; when none did, nothing is written. What a build
 * that was killed left is put right.
 */
export async function publishHosts(directory: string, files: HostFiles): Promise<void> {
  const root = resolve(directory)
  const [published, retired] = [join(root, folder), join(root, retiredName)]
  await recover(root)
  const known = await readPublished(published)
  const isSame = (path: string) => known.files.get(path) === files.get(path)
  if (known.isPlain && known.files.size === files.size && [...files.keys()].every(isSame)) return
  const staging = join(root, `.staging-hosts-${process.pid}`)
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging)
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(staging, path)), { recursive: true })
      if (isSame(path)) await link(join(published, path), join(staging, path))
      else await writeFile(join(staging, path), text)
    }
    await rename(published, retired).catch(ignoreMissing)
    await rename(staging, published)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    await recover(root)
    throw error
  }
  await rm(retired, { recursive: true, force: true })
}

/** The files of the folder by path; it is plain when it holds nothing but files and the folders they need. */
async function readPublished(published: string): Promise<{ files: Map<string, string>; isPlain: boolean }> {
  const entries = await readdir(published, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  const files = new Map<string, string>()
  const folders = new Set([published])
  for (const entry of (entries ?? []).filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name)
    files.set(file.slice(published.length + 1), await readFile(file, 'utf8'))
    for (let above = entry.parentPath; !folders.has(above); above = dirname(above)) folders.add(above)
  }
  const others = (entries ?? []).filter((entry) => !entry.isFile() && !folders.has(join(entry.parentPath, entry.name)))
  return { files, isPlain: entries !== undefined && others.length === 0 }
}

/** A folder that was moved aside goes back unless a new one stands in its place; staging folders of dead builds go. */
async function recover(root: string): Promise<void> {
  const entries = await readdir(root)
  if (entries.includes(retiredName)) {
    if (entries.includes(folder)) await rm(join(root, retiredName), { recursive: true })
    else await rename(join(root, retiredName), join(root, folder))
  }
  for (const name of entries) {
    const owner = stagingName.exec(name)?.[1]
    if (owner && !isRunning(Number(owner))) await rm(join(root, name), { recursive: true, force: true })
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
