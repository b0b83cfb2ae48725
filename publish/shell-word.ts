/** A word of a shell command, quoted if needed. */
export function shellWord(text: string): string {
  if (/^[\p{L}\p{N}/._~%-]+$/u.test(text)) return text
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`
}
