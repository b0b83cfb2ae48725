/** Runs a command with what tells it of an interruption. Asked twice by the same signal the process ends at once. */
export async function withInterruption<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController()
  const asked = new Set<NodeJS.Signals>()
  const interrupt = (signal: NodeJS.Signals): void => {
    if (asked.has(signal)) process.exit(130) // a terminal and `site build --watch` may both ask once
    asked.add(signal)
    interruption.abort(new Error('interrupted'))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  try {
    return await run(interruption.signal)
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}
