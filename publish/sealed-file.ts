import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { atOnce } from './at-once.ts'
import { replaceFile } from './replace-file.ts'

// Files of caches begin with the digest of their bytes, so that bytes which a disk or a copy of the cache damaged are not published.

const digestBytes = 32

export function writeSealed(file: string, bytes: Uint8Array): void {
  replaceFile(file, Buffer.concat([hash('sha256', bytes, 'buffer'), bytes]))
}

/** The bytes of a file; `undefined` when it is missing, cut short or damaged. */
export async function readSealed(file: string): Promise<Buffer | undefined> {
  const whole = await readFile(file, { flag: atOnce }).catch(() => undefined)
  if (!whole) return undefined
  const bytes = whole.subarray(digestBytes)
  return hash('sha256', bytes, 'buffer').equals(whole.subarray(0, digestBytes)) ? bytes : undefined
}

/** How many bytes a file holds, told without reading it; 0 when it is missing or holds none. */
export function sealedSize(file: string): number {
  return Math.max(0, (statSync(file, { throwIfNoEntry: false })?.size ?? 0) - digestBytes)
}
