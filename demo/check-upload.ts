import { extname } from 'node:path'
import { checkFiles, type FileLimits } from '#hydrate/forms/files/file-rules.ts'

/** What the service takes in one form (content API, "Writing"). */
export const fileLimits: FileLimits = {
  accept: ['pdf', 'doc', 'docx', 'odt', 'rtf', 'jpg', 'png'],
  maxBytes: 5 * 1024 * 1024,
  maxCount: 3,
}

const typeByFormat: Record<string, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  jpg: 'image/jpeg',
  png: 'image/png',
}

export type Upload = { name: string; bytes: Buffer }

/** The key of the text that says what is wrong with the uploads of one field, or nothing. A file must be what its name says. */
export function checkUploads(uploads: readonly Upload[], maxCount: number): string | undefined {
  const facts = uploads.map(({ name, bytes }) => ({ name, size: bytes.byteLength }))
  const problem = checkFiles(facts, { ...fileLimits, maxCount })
  if (problem) return problem
  return uploads.every((upload) => detectFormat(upload.bytes) === formatOfName(upload.name))
    ? undefined
    : 'validation.fileFormat'
}

/** Media type of an upload, taken from its bytes and not from what the sender says. */
export function uploadType({ bytes }: Upload): string {
  return typeByFormat[detectFormat(bytes) ?? ''] ?? 'application/octet-stream'
}

function formatOfName(name: string): string {
  const ending = extname(name).slice(1).toLowerCase()
  return ending === 'jpeg' ? 'jpg' : ending
}

function detectFormat(bytes: Buffer): string | undefined {
  const starts = (...signature: number[]): boolean => bytes.subarray(0, signature.length).equals(Buffer.from(signature))
  if (starts(0xff, 0xd8, 0xff)) return 'jpg'
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'doc'
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  if (bytes.subarray(0, 5).equals(Buffer.from('{\\rtf'))) return 'rtf'
  return starts(0x50, 0x4b, 0x03, 0x04) ? detectZipFormat(bytes) : undefined
}

function detectZipFormat(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 128).includes('mimetypeapplication/vnd.oasis.opendocument.text')) return 'odt'
  return bytes.includes('[Content_Types].xml') && bytes.includes('word/') ? 'docx' : undefined
}
