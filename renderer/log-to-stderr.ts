/**
 * Makes this process or thread log only to stderr, so that nothing that components log
 * ends up in the JSON that a command prints.
 */
export function logToStderr(): void {
  const { error } = console
  Object.assign(console, { log: error, info: error, debug: error })
}
