/** Lets this process or thread log to stderr alone: what components log does not belong into the JSON that a command prints. */
export function logToStderr(): void {
  const { error } = console
  Object.assign(console, { log: error, info: error, debug: error })
}
