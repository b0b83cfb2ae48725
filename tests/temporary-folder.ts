import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder in memory: tests write hundreds of exports, which takes a disk as long as all else that they do. */
const inMemory = '/dev/shm'
/** Bytes that it must have free. A whole run takes a tenth of that at a time. */
const roomInMemory = 8 * 1024 ** 3

/** The folder that `TMPDIR` names, or one in memory with room for all tests, or that of the system. */
function roomyFolder(): string {
  if (process.env.TMPDIR) return process.env.TMPDIR
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (bavail * bsize >= roomInMemory) return inMemory
  } catch {} // a system without one
  return tmpdir()
}

/** Gives a test run a temporary folder of its own, which goes with all that tests, and tools that they start, have left there. */
export default function ownTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(roomyFolder(), 'site-tests-'))
  chmodSync(folder, 0o755) // web servers read exports in it as another user
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
