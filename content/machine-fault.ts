import { existsSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A fault of the machine: `why`, worded to follow a colon, a `hint` on what to do,
 * and the `path` of the file if it is known.
 */
export type MachineFault = { why: string; hint: string; path?: string; isOfDisk: boolean; isFull: boolean }

const elsewhere = (options: string): string => options && `, or choose another folder with ${options}`

// Node has no names for some errors, only their numbers on Linux: EDQUOT is 122, ESTALE 116.
const full = ['ENOSPC', 'EDQUOT', 'Unknown system error -122']

const faults: [codes: string[], why: string, step: string, isOfDisk: boolean][] = [
  [full, 'there is no space left on its disk', 'Free some space there', true],
  [['EROFS'], 'its disk is read-only', 'Mount it as writable', true],
  [['EACCES', 'EPERM'], 'there is no permission to read or write it', 'Fix its permissions', true],
  [['ENOTDIR'], 'is a file, but a folder is needed', 'Move it away', true],
  [['EISDIR'], 'is a folder, but a file is needed', 'Move it away', true],
  [['EXDEV'], 'it is on another disk, or in a folder that is mounted separately', 'Mount the whole folder', true],
  [
    ['EBUSY'],
    'another program uses it, or it is mounted separately',
    'Stop the program that uses it, or mount the whole folder',
    true,
  ],
  [['EIO', 'Unknown system error -116'], 'its disk is failing', 'Check the disk, for example with "dmesg"', true],
  [['ELOOP'], 'the symbolic links to it form a circle', 'Fix these links', true],
  [
    ['EFBIG'],
    'this process may not write a file of this size',
    'Raise its limit, for example with "ulimit -f unlimited"',
    true,
  ],
  [
    ['EMFILE', 'ENFILE'],
    'this process may not open so many files at the same time',
    'Raise its limit, for example with "ulimit -n 4096"',
    false,
  ],
  [['ENOMEM'], 'the system has no memory left', 'Stop other programs', false],
  [
    ['threads'],
    'the system does not allow this user more processes and threads',
    'Stop other programs, or raise the limit, for example with "ulimit -u 4096"',
    false,
  ],
  [
    ['watch'],
    'the system does not allow more files to be watched',
    'Stop another program that watches files, or raise fs.inotify.max_user_watches and fs.inotify.max_user_instances',
    false,
  ],
  [
    ['sharp'],
    'the package "sharp" of the tool does not work on this system',
    'Install the packages again on this system, and without "--omit=optional", for example with "npm ci"',
    false,
  ],
  [['listen'], 'this user may not listen there', 'Choose a port above 1023 with --port', false],
  [['EADDRINUSE'], 'another process listens there', 'Stop that process, or choose another port with --port', false],
]
const sqliteFull = 13

/**
 * The fault of the machine that caused an error, found in the error or its causes; `undefined` for any other error.
 * `options` names the command-line options that choose another folder. It is empty if there are none.
 */
export function machineFault(error: unknown, options: string): MachineFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { path } = cause as NodeJS.ErrnoException
    const code = codeOf(cause)
    const inTheWay = inTheWayOf(code, cause)
    const known = faults.find(([codes]) => codes.includes(code))
    if (!known) continue
    const [codes, why, step, isOfDisk] = known
    const hint = `${step}${isOfDisk ? elsewhere(options) : ''}.`
    return {
      why: inTheWay === undefined ? why : `${inTheWay} ${why}`,
      hint,
      isOfDisk,
      isFull: codes === full,
      ...(path !== undefined && { path }),
    }
  }
  return undefined
}

/**
 * Why a file cannot be used, and what to do about it: the fault of the machine, or
 * else the message of the error and `hint`.
 */
export function whyOf(error: unknown, options: string, hint = ''): Pick<MachineFault, 'why' | 'hint'> {
  return machineFault(error, options) ?? { why: (error as Error).message, hint }
}

/**
 * Faults for which errors of Node's `rmSync` have no code: a part of their
 * message, and the code that other functions use.
 */
const unnamed = [
  ['Device or resource busy', 'EBUSY'],
  ['Input/output error', 'EIO'],
  ['Read-only file system', 'EROFS'],
] as const

function codeOf({ code = '', syscall, errcode, message }: NodeJS.ErrnoException & { errcode?: number }): string {
  if (syscall === 'rm' && code === '') return unnamed.find(([words]) => message.includes(words))?.[1] ?? ''
  if (errcode === sqliteFull) return 'ENOSPC'
  // The encoder of pictures has only words for it.
  const needsThread = code === 'ERR_WORKER_INIT_FAILED' || /creating thread/.test(message)
  if (needsThread || (code === 'EAGAIN' && syscall?.startsWith('spawn'))) return 'threads'
  if (message.startsWith('Could not load the "sharp" module')) return 'sharp'
  // Linux reports its limits on watched files with these codes.
  if (syscall === 'watch' && ['ENOSPC', 'EMFILE'].includes(code)) return syscall
  if (syscall === 'listen' && code === 'EACCES') return syscall
  return code === 'EEXIST' && syscall === 'mkdir' ? 'ENOTDIR' : code
}

/**
 * Names the file that is where a folder is needed, or the folder that is where a
 * file is needed; `undefined` for other faults.
 */
function inTheWayOf(code: string, error: NodeJS.ErrnoException & { dest?: string }): string | undefined {
  const place = error.dest ?? error.path
  if (code !== 'ENOTDIR' && code !== 'EISDIR') return undefined
  if (place === undefined) return 'it'
  if (code === 'EISDIR') return `"${place}"`
  const existing = nearestExisting(place)
  const target = targetOf(existing)
  return target === undefined ? `"${existing}"` : `"${existing}" points to "${target}", which is missing or`
}

/**
 * The path itself, or the nearest folder above it that exists. A link counts as existing even if its target is missing.
 */
export function nearestExisting(path: string): string {
  const isThere = existsSync(path) || targetOf(path) !== undefined
  return isThere || dirname(path) === path ? path : nearestExisting(dirname(path))
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}
