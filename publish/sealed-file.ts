import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { nonBlocking } from './non-blocking.ts'
import { replaceFile } from './replace-file.ts'

// Files of caches begin with the digest of their content, so that bytes that a disk or a copy of the cache has damaged
// are never published.

const digestBytes = 32

export function writeSealed(file: string, bytes: Uint8Array): void {
  replaceFile(file, Buffer.concat([hash('sha256', bytes, 'buffer'), bytes]))
}

/** The content of a sealed file, without its digest; `undefined` if the file is missing, cut short or damaged. */
export async function readSealed(file: string): Promise<Buffer | undefined> {
  const whole = await readFile(file, { flag: nonBlocking }).catch(() => undefined)
  if (!whole) return undefined
  const bytes = whole.subarray(digestBytes)
  return hash('sha256', bytes, 'buffer').equals(whole.subarray(0, digestBytes)) ? bytes : undefined
}

/** The size of the content of a sealed file, found without reading it; 0 if the file is missing or empty. */
export function sealedSize(file: string): number {
  return Math.max(0, (statSync(file, { throwIfNoEntry: false })?.size ?? 0) - digestBytes)
}
