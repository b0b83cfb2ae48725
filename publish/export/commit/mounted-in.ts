import { readFileSync, realpathSync } from 'node:fs'
import { relative } from 'node:path'

const table = '/proc/self/mountinfo'

/**
 * The paths in a folder where something is mounted, such as a volume of a container. Empty on systems without this
 * table, which only Linux has.
 */
export function mountedIn(folder: string): string[] {
  const root = realpathSync(folder)
  return mountPoints()
    .filter((point) => point.startsWith(`${root}/`))
    .map((point) => relative(root, point))
}

function mountPoints(): string[] {
  try {
    const lines = readFileSync(table, 'utf8').split('\n')
    return lines.map((line) => (line.split(' ')[4] ?? '').replaceAll(/\\(\d{3})/g, fromOctal))
  } catch {
    return [] // not Linux, or a Linux without this table
  }
}

/** Decodes an octal escape of the table, such as `\040` for a space. */
function fromOctal(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 8))
}
