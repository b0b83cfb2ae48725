import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { YAMLException } from 'js-yaml'
import { isTooDeep, nestedTooDeeply } from '#content/parse/field-lines.ts'
import type { FileMarks } from '#content/schema.ts'

/** Reads the bytes of a file. Refuses a pipe, because reading it would never end. */
export function bytesOf(file: string): Buffer {
  const stats = statSync(file)
  if (!stats.isFile() && !stats.isDirectory()) throw new BrokenFile('is a pipe or device, but a file is expected')
  return readFileSync(file)
}

/** Reads a text. Refuses bytes that are not UTF-8, and names their line. */
export function readText(file: string): string {
  const bytes = bytesOf(file)
  if (isUtf8(bytes)) return bytes.toString()
  const lines = bytes.toString('latin1').split('\n')
  const line = 1 + lines.findIndex((one) => !isUtf8(Buffer.from(one, 'latin1')))
  throw new BrokenFile(`is not valid UTF-8, at line ${line}`)
}

/**
 * The marks of a document about its file: the path of the file from the working directory, and what is wrong with it.
 */
export function marksOf(file: string, more: Omit<FileMarks, '@file'>): FileMarks {
  return { '@file': relative(process.cwd(), file), ...more }
}

/** The result of reading a file or folder, or the marks of one that cannot be read. */
export function attempt<T>(
  file: string,
  read: () => T,
): { value: T; broken?: undefined } | { value?: undefined; broken: FileMarks } {
  try {
    return { value: read() }
  } catch (error) {
    return { broken: marksOf(file, { '@problem': problemOf(error) }) }
  }
}

const machineProblems: Record<string, string> = {
  EACCES: 'cannot be read: its permissions forbid it',
  EIO: 'cannot be read: its disk fails',
  EISDIR: 'is a folder, but a file is expected',
  EMFILE: 'cannot be read: this process has too many open files ("ulimit -n")',
  ENOTDIR: 'is a file, but a folder is expected',
}

/** What is wrong with a file, as words that follow its name. */
export function problemOf(error: unknown): string {
  if (error instanceof BrokenFile) return error.message
  if (error instanceof YAMLException) {
    const { reason, mark } = error
    const what = isTooDeep(error) ? nestedTooDeeply : `is not valid YAML: ${reason}`
    return `${what}${mark ? `, at line ${mark.line + 1}, column ${mark.column + 1}` : ''}`
  }
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') throw error
  return machineProblems[code] ?? `cannot be read (${code})`
}

/** Describes a fault of the machine in a sentence with its file; `undefined` for any other error. */
export function faultText(error: Error): string | undefined {
  const { path } = error as NodeJS.ErrnoException
  return path === undefined ? undefined : `"${relative(process.cwd(), path)}" ${problemOf(error)}.`
}

/** The error for a file that holds no text or no documents. Its message follows the name of the file. */
export class BrokenFile extends Error {}
