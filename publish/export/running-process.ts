import { readFileSync } from 'node:fs'

/**
 * Whether a process runs on this machine. A zombie (a process that has ended and that its parent has not noticed yet)
 * does not count. With `start`, a value of `processStart`, the process must be that one and not a later one with the
 * same number.
 */
export function isRunning(pid: number, start?: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const status = readStatus(pid)
  if (status?.state === 'Z') return false
  return start === undefined || status === undefined || status.start === start
}

/**
 * The start time of a process, which distinguishes it from others with the same number; `undefined` if the system does
 * not report it (not Linux).
 */
export function processStart(pid: number): string | undefined {
  return readStatus(pid)?.start
}

/**
 * Reads `/proc/PID/stat`. The name in brackets may hold any characters. After it come the state (field 3) and the start
 * time (field 22).
 */
function readStatus(pid: number): { state: string; start: string } | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', start: `${boot}:${fields[19]}` }
  } catch {
    return undefined
  }
}
