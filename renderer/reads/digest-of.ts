import { hash } from 'node:crypto'

/** A digest of an answer as JSON, long enough to tell answers apart. */
export function digestOf(json: string): string {
  return hash('sha256', json, 'base64url').slice(0, 20)
}
