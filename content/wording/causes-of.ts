/** What an error and its causes say, outermost first; a cause that says the same again is left out. */
export function causesOf(error: unknown, wordsOf: (cause: unknown) => string = saidBy): string[] {
  const causes: string[] = []
  for (let cause = error; cause !== undefined && cause !== null; cause = (cause as Error).cause) {
    const words = wordsOf(cause)
    if (!causes.some((earlier) => earlier.includes(words))) causes.push(words)
  }
  return causes
}

/** What one error says, without its causes. */
export function saidBy(cause: unknown): string {
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
