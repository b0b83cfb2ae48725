import { existsSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { UsageError } from '#content/finding.ts'
import { readRedirectsText } from '#publish/redirects/redirects.ts'

/**
 * Locks the file against other commands until it is written. Throws a `UsageError` if another command has locked it.
 */
export function lockRedirects(file: string): Disposable {
  const lock = `${file}.lock`
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return { [Symbol.dispose]: () => rmSync(lock, { force: true }) }
  } catch (cause) {
    // the folder may be read-only
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') return { [Symbol.dispose]() {} }
    throw new UsageError(`"${file}" is being written by another command, so nothing was added.`, {
      hint: `Try again. If no other command is running, one was killed: remove "${lock}".`,
    })
  }
}

/**
 * Writes into the file itself, so that it keeps its owner and its permissions. The file may be a link, mounted, or in a
 * read-only folder. If the new text cannot be written completely, the old text is restored.
 */
export function writeRedirects(file: string, { text, before }: Record<'text' | 'before', string>): void {
  const isNew = !existsSync(file)
  const put = (content: string): void => {
    writeFileSync(file, content, { flag: isNew ? 'w' : 'r+' }) // `w` would empty the file first
    truncateSync(file, Buffer.byteLength(content))
  }
  try {
    put(text)
  } catch (cause) {
    try {
      if (isNew) rmSync(realpathSync(file))
      else put(before)
    } catch {
      // The check below shows whether the file is unchanged: a file that cannot be opened was not written to.
    }
    const isAsBefore = readRedirectsText(file) === before
    throw new UsageError(
      `"${file}" cannot be written, and ${isAsBefore ? 'is unchanged' : 'was written only in part'}.`,
      {
        hint: `${isAsBefore ? '' : 'Restore it, for example from version control. '}Check the permissions and the free space on the disk, and try again.`,
        cause,
      },
    )
  }
}
