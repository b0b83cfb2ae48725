import { checkFiles, type FileLimits } from './file-rules.ts'
import { matchesExtension } from './sniff-file.ts'

/**
 * Returns the key of the message about chosen files with a wrong number, name or size, or with bytes that do not match
 * the name. Browsers cannot read a file that was changed, moved or deleted after it was chosen.
 */
export async function checkChosen(chosen: readonly File[], limits: FileLimits): Promise<string | undefined> {
  const problem = checkFiles(chosen, limits)
  if (problem) return problem
  const areGood = await Promise.all(chosen.map(matchesExtension)).catch(() => undefined)
  if (!areGood) return 'validation.fileUnread'
  return areGood.every(Boolean) ? undefined : 'validation.fileFormat'
}
