import { hash } from 'node:crypto'
import type { FileWriter } from './writer.ts'

/** Values for the `integrity` attribute by the address of a script or style, as in `sha384-…`. */
export type Integrity = ReadonlyMap<string, string>

/** A writer that also notes the digest of every script and style that goes through it (Subresource Integrity). */
export function recordIntegrity(writer: FileWriter): { writer: FileWriter; integrity: Integrity } {
  const integrity = new Map<string, string>()
  return {
    integrity,
    writer: {
      write(path, bytes) {
        if (/\.(?:css|js)$/.test(path)) integrity.set(`/${path}`, `sha384-${hash('sha384', bytes, 'base64')}`)
        return writer.write(path, bytes)
      },
    },
  }
}
