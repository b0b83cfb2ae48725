import { checkFacts, type FileLimits } from './file-rules.ts'
import { matchesExtension } from './sniff-file.ts'

/** The key of the message about chosen files, and the file that it is about, unless it is about their number. */
export type FileProblem = { key: string; file?: File }

/**
 * Returns the first problem of chosen files: a wrong number, name or size, or bytes that do not match the name. Browsers
 * cannot read a file that was changed, moved or deleted after it was chosen.
 */
export async function checkChosen(chosen: readonly File[], limits: FileLimits): Promise<FileProblem | undefined> {
  if (chosen.length > limits.maxCount) return { key: 'validation.fileCount' }
  const keys = await Promise.all(chosen.map((file) => checkFacts(file, limits) ?? checkBytes(file)))
  const index = keys.findIndex(Boolean)
  return keys[index] ? { key: keys[index], file: chosen[index] } : undefined
}

function checkBytes(file: File): Promise<string | undefined> {
  return matchesExtension(file).then(
    (isGood) => (isGood ? undefined : 'validation.fileFormat'),
    () => 'validation.fileUnread',
  )
}
