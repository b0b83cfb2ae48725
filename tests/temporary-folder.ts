import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder in memory. Tests write hundreds of exports, which on a disk takes as long as everything else they do. */
const inMemory = '/dev/shm'
/** Bytes that must be free in it. A whole test run uses a tenth of this at a time. */
const roomInMemory = 8 * 1024 ** 3

/** Creates the temporary folder of a test run. It is removed at the end, with everything in it. */
export default function ownTemporaryFolder(): () => void {
  const folder = (process.env.TMPDIR ? undefined : folderInMemory()) ?? mkdtempSync(join(tmpdir(), 'site-tests-'))
  chmodSync(folder, 0o755) // web servers read exports in it as another user
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** A new folder in memory. Undefined if it lacks room, or programs cannot be run from it, as in many containers. */
function folderInMemory(): string | undefined {
  let folder: string | undefined
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (bavail * bsize < roomInMemory) return undefined
    folder = mkdtempSync(join(inMemory, 'site-tests-'))
    const program = join(folder, 'program')
    writeFileSync(program, '', { mode: 0o755 })
    accessSync(program, constants.X_OK)
    rmSync(program)
    return folder
  } catch {
    if (folder) rmSync(folder, { recursive: true })
    return undefined
  }
}
