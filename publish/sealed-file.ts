import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { atOnce } from './at-once.ts'
import { replaceFile } from './replace-file.ts'

// Files of caches: the digest of their bytes stands before these, so that what a disk or a copy of the cache damaged is not published.

const digestBytes = 32

export function writeSealed(file: string, bytes: Uint8Array): void {
  replaceFile(file, Buffer.concat([hash('sha256', bytes, 'buffer'), bytes]))
}

/** The bytes of a file; nothing where it is missing, cut short or damaged. */
export async function readSealed(file: string): Promise<Buffer | undefined> {
  const whole = await readFile(file, { flag: atOnce }).catch(() => undefined)
  if (!whole) return undefined
  const bytes = whole.subarray(digestBytes)
  return hash('sha256', bytes, 'buffer').equals(whole.subarray(0, digestBytes)) ? bytes : undefined
}

/** How many bytes a file holds, told without reading it; 0 where it is missing or has none. */
export function sealedSize(file: string): number {
  return Math.max(0, (statSync(file, { throwIfNoEntry: false })?.size ?? 0) - digestBytes)
}
