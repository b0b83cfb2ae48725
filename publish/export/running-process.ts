import { readFileSync } from 'node:fs'

/**
 * Whether a process runs on this machine. One that has ended and still waits for its parent to notice does not. With `start`, as
 * `processStart` gave it, it must be the same process and not a later one with the same number.
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

/** The start of a process, which tells it from others with the same number; `undefined` where the system does not tell (not Linux). */
export function processStart(pid: number): string | undefined {
  return readStatus(pid)?.start
}

/** `/proc/PID/stat`: the name in brackets may hold anything, after it come the state (field 3) and the start time (field 22). */
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
