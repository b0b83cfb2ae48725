import { readFileSync, realpathSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * The paths in a folder where something is mounted, such as a volume of a container. Empty on systems that do not list
 * their mounts in `/proc`, as only Linux does.
 */
export function mountedIn(folder: string): string[] {
  const root = realpathSync(folder)
  return mountPoints()
    .filter((point) => point.startsWith(`${root}/`))
    .map((point) => relative(root, point))
}

function mountPoints(): string[] {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
    const decode = (_: string, octal: string): string => String.fromCharCode(Number.parseInt(octal, 8)) // \040: a space
    return lines.map((line) => (line.split(' ')[4] ?? '').replaceAll(/\\(\d{3})/g, decode))
  } catch {
    return [] // not Linux, or a Linux without this table
  }
}
