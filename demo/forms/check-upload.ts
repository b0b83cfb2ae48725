import { extname } from 'node:path'
import { checkChosen } from '#hydrate/forms/files/check-chosen.ts'
import type { FileLimits } from '#hydrate/forms/files/file-rules.ts'

/** The files that the service accepts in one form (content API, "Writing"). */
export const fileLimits: FileLimits = {
  accept: ['pdf', 'doc', 'docx', 'odt', 'rtf', 'jpg', 'png'],
  maxBytes: 5 * 1024 * 1024,
  maxCount: 3,
}

const typeByEnding: Record<string, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

/**
 * The key of the text with the problem of a field's uploads, or nothing if they are fine. Applies the rules that
 * browsers use, which do not look into archives, and then looks into archives.
 */
export async function checkUploads(uploads: readonly File[], maxCount: number): Promise<string | undefined> {
  const problem = await checkChosen(uploads, { ...fileLimits, maxCount })
  if (problem) return problem.key
  const areGood = await Promise.all(uploads.map(isNoOtherArchive))
  return areGood.every(Boolean) ? undefined : 'validation.fileFormat'
}

/** Returns false for an archive that is named like a Word document but is not one. */
async function isNoOtherArchive(upload: File): Promise<boolean> {
  if (endingOf(upload) !== 'docx') return true
  const bytes = Buffer.from(await upload.arrayBuffer())
  return bytes.includes('[Content_Types].xml') && bytes.includes('word/')
}

/** The media type of a checked upload by its file name, regardless of the type that the sender claims. */
export function uploadType(upload: File): string {
  return typeByEnding[endingOf(upload)] ?? 'application/octet-stream'
}

function endingOf({ name }: File): string {
  return extname(name).slice(1).toLowerCase()
}
