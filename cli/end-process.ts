/** Whether the command itself ends the process. */
let isMeant = false

/** Ends the process with this exit code. The command calls it instead of `process.exit`, which it refuses. */
export function endProcess(code: number): never {
  isMeant = true
  process.exit(code)
}

/** The exit code of Node if nothing is left to do, although the command waits for something. */
const waitsInVain = 13

/**
 * Until it is disposed of, the process fails with a message if anything but `endProcess` ends it: a call of
 * `process.exit` in the code of the site, or code of the site that waits for something that never happens.
 */
export function refuseExit(): Disposable {
  const refuse = (code: number): void => {
    if (isMeant) return
    process.exitCode = 1
    const step =
      code === waitsInVain
        ? 'The code of the site waits for something that never happens. Look for such an "await" in it.'
        : 'Remove calls of "process.exit" from the code of the site.'
    process.stderr.write(`Error: The command was ended before it was done.\n${step}\n`)
  }
  process.on('exit', refuse)
  return { [Symbol.dispose]: () => void process.off('exit', refuse) }
}
