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

/** The message of one error, without its causes. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
