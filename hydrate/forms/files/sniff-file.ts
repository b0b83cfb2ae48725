const readBytes = 1024
const zip = 'PK\x03\x04'

const isOf: Record<string, (head: string) => boolean> = {
  pdf: (head) => head.includes('%PDF-'),
  doc: (head) => head.startsWith('\xd0\xcf\x11\xe0'),
  docx: (head) => head.startsWith(zip),
  odt: (head) => head.startsWith(zip) && head.includes('opendocument.text'),
  rtf: (head) => head.startsWith('{\\rtf'),
  jpg: (head) => head.startsWith('\xff\xd8\xff'),
  png: (head) => head.startsWith('\x89PNG'),
}

/**
 * Returns the bytes of a file. Rejects if the file was changed, moved or deleted after it was chosen. Firefox reads a
 * changed file, but cannot send one of another size.
 */
export async function bytesOf(file: File): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length !== file.size) throw new Error('The file was changed.')
  return bytes
}

/** Whether the start of a file fits its extension. True for unknown extensions. Rejects if the file is unreadable. */
export async function matchesExtension(file: File): Promise<boolean> {
  const bytes = (await bytesOf(file)).subarray(0, readBytes)
  const ending = file.name.split('.').pop()?.toLowerCase() ?? ''
  return isOf[ending === 'jpeg' ? 'jpg' : ending]?.(String.fromCharCode(...bytes)) ?? true
}
