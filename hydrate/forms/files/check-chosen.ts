import { checkFiles, type FileLimits } from './file-rules.ts'
import { isWhatItIsNamed } from './sniff-file.ts'

/**
 * Key of the text that says what is wrong with chosen files: their number, names or sizes, or bytes that do not fit a name. Browsers no longer
 * read a file that was changed, moved or deleted since it was chosen.
 */
export async function checkChosen(chosen: readonly File[], limits: FileLimits): Promise<string | undefined> {
  const problem = checkFiles(chosen, limits)
  if (problem) return problem
  const areGood = await Promise.all(chosen.map(isWhatItIsNamed)).catch(() => undefined)
  if (!areGood) return 'validation.fileUnread'
  return areGood.every(Boolean) ? undefined : 'validation.fileFormat'
}
