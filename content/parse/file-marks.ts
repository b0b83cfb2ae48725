import type { Call } from '#content/client/call.ts'
import type { Finding } from '#content/finding.ts'
import { type FileMarks, fileMarksSchema } from '#content/schema.ts'

/**
 * The marks that the service over content files adds to a document whose file has
 * faults; `undefined` for any other document.
 */
export function readFileMarks(value: unknown): FileMarks | undefined {
  const isMarked = typeof value === 'object' && value !== null && '@file' in value
  return isMarked ? fileMarksSchema.safeParse(value).data : undefined
}

/**
 * The error for a file that cannot be read as a document or list; `undefined` if
 * it could be read, with or without faults.
 */
export function brokenFile(value: unknown, { locale, path }: Call): Finding | undefined {
  const { '@file': file = '', '@problem': problem } = readFileMarks(value) ?? {}
  if (problem === undefined) return undefined
  return {
    code: 'file-invalid',
    message: `"${file}" ${problem}.`,
    where: { locale, url: path, file },
    hint: 'Fix the file, or remove it if nothing needs it.',
  }
}

/** The place of a field in its file, as messages name it. */
export function placeInFile({ '@file': file, '@lines': lines }: FileMarks, field: string): string {
  const line = lines?.[field]
  return `"${file}"${line === undefined ? '' : `, line ${line}`}`
}
