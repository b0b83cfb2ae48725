import { readFileSync, realpathSync } from 'node:fs'
import { relative } from 'node:path'

const table = '/proc/self/mountinfo'

/** What is mounted by itself in a folder, as a volume of a container is, by path from there. Nothing where the system, not Linux, tells none. */
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
    return [] // no Linux, or a Linux without it
  }
}

/** A blank in a name stands as `\040` there. */
function fromOctal(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 8))
}
