import type * as z from 'zod'
import { listSome } from './list-some.ts'

/**
 * The messages of an error and its causes, outermost first. A cause whose
 * message is part of an earlier one is left out.
 */
export function causesOf(error: unknown, wordsOf: (cause: unknown) => string = messageOf): string[] {
  const causes: string[] = []
  for (let cause = error; cause !== undefined && cause !== null; cause = (cause as Error).cause) {
    const words = wordsOf(cause)
    if (!causes.some((earlier) => earlier.includes(words))) causes.push(words)
  }
  return causes
}

/**
 * The message of one error, without its causes. The message of a schema's error is JSON, so its issues are worded, and
 * that of a missing file names a system call.
 */
export function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const { issues, code, path } = cause as Partial<z.ZodError> & NodeJS.ErrnoException
  if (code === 'ENOENT' && path) return `"${path}" does not exist`
  if (!Array.isArray(issues)) return cause.message || cause.name
  return listSome(
    issues.map(({ path, message }) => (path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message)),
  )
}
