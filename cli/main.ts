import { join } from 'node:path'
import { CommanderError } from 'commander'
import { type FindingCode, SiteError, UsageError } from '#content/finding.ts'
import { faultPlace } from '#content/wording/fault-place.ts'
import { logToStderr } from '#renderer/log-to-stderr.ts'
import { takeCompiledGraph } from '#renderer/sources/read-code.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { endProcess, refuseExit } from './end-process.ts'
import { createProgram } from './program.ts'
import { spareThisMachine } from './spare-this-machine.ts'
import { printFailure } from './tell/print-failure.ts'
import { withInterruption } from './with-interruption.ts'

/**
 * Runs one command line and returns the exit code (docs/commands.md): 0 done, 1 failed, 2 wrong usage or settings, 130
 * interrupted, 141 nobody reads the output any more. `folder` is the folder of the compiled program. Its
 * `page-thread.cjs` renders pages, and its `modules.json` names the modules that the program was compiled from.
 */
export function main(argv: string[], folder?: string): Promise<number> {
  if (folder) takeCompiledGraph(join(folder, 'modules.json'))
  logToStderr()
  spareThisMachine(process.env)
  process.once('uncaughtException', (error) => {
    // thrown by a package, or by a stream, while no caller waits for it
    printFailure(error, process.stderr)
    endProcess(exitCodeOf(error))
  })
  return withInterruption(async (signal) => {
    // `site preview` itself reports how its renderer ended
    using _refusal = argv[2] === 'preview-renderer' ? undefined : refuseExit()
    let exitCode = 0
    const pageThread = folder && join(folder, 'page-thread.cjs')
    const program = createProgram({ signal, setExitCode: (code) => (exitCode = code), pageThread }, argv[2])
    try {
      await program.parseAsync(argv)
      return exitCode
    } catch (error) {
      if (signal.aborted) return 130
      if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2 // commander has printed it
      printFailure(error, process.stderr)
      return exitCodeOf(error)
    }
  })
}

/** Errors about a folder that the command line names. While a build runs they are errors of its report. */
const ofUsage: FindingCode[] = ['export-not-ours', 'export-unwritable', 'part-refused']

/** The exit code of a command that an error ended. */
function exitCodeOf(error: unknown): number {
  const isOfUsage = error instanceof UsageError || (error instanceof SiteError && ofUsage.includes(error.finding.code))
  return isOfUsage || faultPlace(error, { but: toolRoot }) ? 2 : 1
}
