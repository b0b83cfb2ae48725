import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { HostFiles } from './emit-hosts.ts'

const folder = 'hosts'
const retiredName = '.retired-hosts'
const stagingName = /^\.staging-hosts-(\d+)$/

/**
 * Puts the files of hosts into `DIR/hosts`, in the place of what was there: written beside it first, then swapped, so that the
 * folder is always whole. What a build that was killed left is put right.
 */
export async function publishHosts(directory: string, files: HostFiles): Promise<void> {
  const root = resolve(directory)
  const [published, retired] = [join(root, folder), join(root, retiredName)]
  const staging = join(root, `.staging-hosts-${process.pid}`)
  await recover(root)
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging)
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(staging, path)), { recursive: true })
      await writeFile(join(staging, path), text)
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
