import type { Stats } from 'node:fs'

/** A text that changes whenever a file may hold other bytes: no tool can set when an inode last changed. */
export function stampOf({ ctimeMs, mtimeMs, size, ino }: Stats): string {
  return `${ctimeMs} ${mtimeMs} ${size} ${ino}`
}
