import { hash } from 'node:crypto'

/** SHA-256 in hexadecimal: equal for equal bytes, on any machine. */
export function digestOf(bytes: Uint8Array | string): string {
  return hash('sha256', bytes)
}
