/** A word as a shell takes it, quoted where needed. */
export function shellWord(text: string): string {
  if (/^[\p{L}\p{N}/._~%-]+$/u.test(text)) return text
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`
}
