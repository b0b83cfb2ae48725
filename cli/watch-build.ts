import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Roots } from '#renderer/sources/own-blocks.js'
import { watchedSources } from '#renderer/sources/project-sources.ts'
import { watchFiles } from '#renderer/sources/watch-files.ts'
import { untilInterrupted } from './with-interruption.ts'

/** Both folders contain files that a build depends on. */
export type WatchOptions = Roots & {
  config: string
  /** Seconds between two checks of the service. */
  poll: number
  signal: AbortSignal
}

/** How long to wait after a change, in milliseconds. Editors write several files, or one file in several steps. */
const quietMs = 80
/**
 * How long a build may take to end after a signal, in milliseconds. It is longer than a responsive build needs, and
 * shorter than the limit of this process (`with-interruption.ts`).
 */
const deafMs = 700

/**
 * Runs `site build --poll` in a separate process until it is interrupted. Each time files of the project change, a new
 * process replaces it, so that new code runs.
 */
export async function watchBuild({ toolRoot, siteRoot, config, poll, signal }: WatchOptions): Promise<never> {
  let change = Promise.withResolvers<void>()
  const changed = new Set<string>()
  const paths = [...watchedSources({ toolRoot, siteRoot }), join(siteRoot, 'package-lock.json'), resolve(config)]
  const files = watchFiles({
    paths,
    onFile({ path, isFirst }) {
      if (isFirst) return
      changed.add(relative(siteRoot, path))
      change.resolve()
    },
    onTrouble: (message) => process.stderr.write(`${message}\n`),
  })
  const interrupted = untilInterrupted(signal)
  await Promise.race([files.ready, interrupted])
  let child = startBuild(poll)
  try {
    for (;;) {
      await Promise.race([change.promise, interrupted])
      signal.throwIfAborted()
      await sleep(quietMs)
      const named = [...changed]
      changed.clear()
      change = Promise.withResolvers()
      process.stderr.write(`Changed: ${named.slice(0, 5).join(', ')}${named.length > 5 ? ' …' : ''}\n`)
      await stop(child)
      child = startBuild(poll)
    }
  } finally {
    await Promise.all([stop(child), files.close()])
  }
}

/** Starts a build with the given command line, but with `--poll` instead of `--watch`. */
function startBuild(poll: number): ChildProcess {
  const [, script = '', ...given] = process.argv
  const args = given.filter((arg, at) => arg !== '--watch' && !/^--poll(=|$)/.test(arg) && given[at - 1] !== '--poll')
  const child = spawn(process.execPath, [...process.execArgv, script, ...args, '--poll', String(poll)], {
    // the channel closes when this process ends, which ends the build
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.once('exit', (code) => {
    if (code !== null && code !== 130)
      process.stderr.write('The build starts again when a file of the project changes.\n')
  })
  return child
}

/**
 * Stops a build. A terminal sends SIGINT to both processes, and a second SIGINT would cut short the cleanup of the
 * build, so this sends SIGTERM. A build in an endless loop, which an own block may cause, does not react to signals and
 * is killed.
 */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const deaf = setTimeout(() => child.kill('SIGKILL'), deafMs)
  await closed
  clearTimeout(deaf)
}
