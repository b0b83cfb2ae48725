import { hash, randomUUID } from 'node:crypto'
import {
  constants,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { SiteError } from '#content/finding.ts'
import { nonBlocking } from '#publish/non-blocking.ts'
import { claimFolder, unwritable } from './claim-folder.ts'
import { isUnlinkable } from './commit/link-files.ts'
import { isRunning, processStart } from './running-process.ts'

const lockName = '.lock'
const successorName = /^\.lock-after-[0-9a-f]{64}$/
const draftName = /^\.lock-(\d{1,10})-[0-9a-f-]{36}\.tmp$/

const ownerSchema = z.object({
  pid: z.int().positive(),
  /** Distinguishes the process from a later one with the same number. Missing if the system does not report it. */
  start: z.string().optional(),
  host: z.string(),
  command: z.string(),
  since: z.string(),
})
type Owner = z.output<typeof ownerSchema>

/** A lock that was read. `id` is the digest of its bytes. `owner` is `undefined` if the file is damaged. */
type Lock = { id: string; owner: Owner | undefined }

/**
 * Locks the folder of an export for this process until the lock is disposed of or the process exits. Other processes
 * that want the folder report `command`. Throws a `SiteError` if another process holds the folder, or if it is not ours
 * to write to. A lock that is damaged, or whose process has ended, is taken over. If several processes try at the same
 * time, exactly one gets the lock.
 */
export async function lockExport(directory: string, command: string): Promise<AsyncDisposable> {
  const root = resolve(directory)
  claimFolder(root)
  const since = new Date().toISOString()
  const owner: Owner = { pid: process.pid, start: processStart(process.pid), host: hostname(), command, since }
  const draft = join(root, `${lockName}-${process.pid}-${randomUUID()}.tmp`)
  const text = `${JSON.stringify({ ...owner, nonce: randomUUID() })}\n`
  const id = hash('sha256', text)
  try {
    writeFileSync(draft, text)
    while (!takeLock(root, draft, id)); // after a failed try, another process has got further
  } catch (cause) {
    throw cause instanceof SiteError ? cause : unwritable(root, cause)
  } finally {
    rmSync(draft, { force: true })
  }
  const release = () => {
    try {
      const bytes = readIfThere(join(root, lockName))
      if (bytes && hash('sha256', bytes) === id) rmSync(join(root, lockName), { force: true })
    } catch {
      // An error of the command matters more, and the next command takes over the lock of an ended process.
    }
  }
  process.once('exit', release)
  return {
    async [Symbol.asyncDispose]() {
      process.off('exit', release)
      release()
    },
  }
}

/**
 * Tries once to take the lock. A stale lock is never deleted, because another process may just have taken it over.
 * Instead, a process creates a successor: a file named after the stale lock, which only one process can create. That
 * process then checks that the locks are still the ones that it saw (another may have been quicker), and moves its file
 * to the path of the stale lock.
 */
function takeLock(root: string, draft: string, id: string): boolean {
  const seen = readLocks(root)
  const last = seen.at(-1)
  if (last?.owner && isHeld(last.owner)) throw lockedError(root, last.owner)
  const place = join(root, last ? successorOf(last) : lockName)
  if (!linkIfFree(draft, place)) return false
  const idsOf = (locks: Lock[]): string[] => locks.map((lock) => lock.id)
  if (idsOf(readLocks(root)).join() !== [...idsOf(seen), id].join()) {
    rmSync(place, { force: true })
    return false
  }
  if (last) renameSync(place, join(root, lockName))
  for (const name of readdirSync(root)) {
    if (successorName.test(name) || isStaleDraft(root, name)) rmSync(join(root, name), { force: true })
  }
  return true
}

/**
 * Whether a file is the draft of a lock whose process was killed. If the draft was not written completely, its name has
 * the process ID.
 */
function isStaleDraft(root: string, name: string): boolean {
  const pid = draftName.exec(name)?.[1]
  if (pid === undefined) return false
  const owner = parseOwner(readIfThere(join(root, name)) ?? Buffer.alloc(0))
  return owner ? !isHeld(owner) : !isRunning(Number(pid))
}

/** Describes who holds the folder of an export now; `undefined` if nobody does. */
export function lockHolder(directory: string): string | undefined {
  const owner = readLocks(resolve(directory)).at(-1)?.owner
  return owner && isHeld(owner)
    ? `process ${owner.pid} on "${owner.host}" ("${owner.command}", since ${owner.since})`
    : undefined
}

/**
 * The lock and its successors, the latest last. A successor lies beside the lock until its process moves it to the
 * lock's path.
 */
function readLocks(root: string): Lock[] {
  const locks: Lock[] = []
  for (let file = lockName; ; ) {
    const bytes = readIfThere(join(root, file))
    if (!bytes) return locks
    const lock = { id: hash('sha256', bytes), owner: parseOwner(bytes) }
    locks.push(lock)
    file = successorOf(lock)
  }
}

function successorOf({ id }: Lock): string {
  return `${lockName}-after-${id}`
}

function parseOwner(bytes: Buffer): Owner | undefined {
  try {
    // A schema that is used once is not worth compiling.
    return ownerSchema.parse(JSON.parse(bytes.toString()), { jitless: true })
  } catch {
    return undefined
  }
}

/**
 * Whether the owner of a lock still runs. An owner on another machine counts as running, because this machine cannot
 * see its processes.
 */
function isHeld({ pid, start, host }: Owner): boolean {
  return host !== hostname() || isRunning(pid, start)
}

function lockedError(root: string, { pid, host, command, since }: Owner): SiteError {
  const isHere = host === hostname()
  return new SiteError({
    code: 'export-locked',
    message: `The output folder "${root}" is in use: process ${pid}${isHere ? '' : ` on "${host}"`} has been running "${command}" there since ${since}.`,
    hint: isHere
      ? 'Wait until that process has ended, or choose another folder with --out.'
      : `Wait until that process has ended, or choose another folder with --out. If that machine is gone, delete "${join(root, lockName)}".`,
  })
}

/**
 * Links a file. If that fails, as on memory sticks and in folders shared with virtual machines, copies it. A copy is
 * incomplete for a moment.
 */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!isUnlinkable(error)) throw error
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}

function linkIfFree(from: string, to: string): boolean {
  try {
    linkOrCopy(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file, { flag: nonBlocking })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined // ENOTDIR: a file cannot contain another
    throw error
  }
}
