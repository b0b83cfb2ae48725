/**
 * Copies a text into memory of its own. V8 keeps a whole text in memory as long as any substring of it, so keeping an
 * address would keep all the rich text that it was cut from.
 */
export function ownText(piece: string): string {
  return JSON.parse(JSON.stringify(piece)) as string
}
