import type { LookUp } from './look-ups.ts'

/** Answers of which pages read single parts: only those count. */
export const readInParts: ReadonlySet<LookUp> = new Set(['document', 'place', 'member', 'category', 'menu', 'facts'])

/** A question as text, for maps and for keeping. */
export function questionOf(name: LookUp, args: readonly unknown[]): string {
  return JSON.stringify([name, ...args])
}
