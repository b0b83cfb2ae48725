import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchedSources } from '#renderer/sources/project-sources.ts'
import { watchFiles } from '#renderer/sources/watch-files.ts'

export type WatchOptions = {
  /** Folder of the tool, and of the site: what decides a build is looked for in both. */
  toolRoot: string
  siteRoot: string
  /** File of the settings. */
  config: string
  /** Seconds between two looks at the service. */
  poll: number
  signal: AbortSignal
}

/** How long a change is waited on: editors write several files, or one file in several steps. */
const quietMs = 80
/** By when a build that can hear has ended: later than it ends by itself, earlier than this process does (`with-interruption.ts`). */
const deafMs = 700

/**
 * Runs `site build --poll` in a process of its own, and a new one each time that files of the project change, so that new code runs;
 * until it is interrupted.
 */
export async function watchBuild({ toolRoot, siteRoot, config, poll, signal }: WatchOptions): Promise<void> {
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
  const interrupted = new Promise<void>((done) => signal.addEventListener('abort', () => done()))
  await Promise.race([files.ready, interrupted])
  let child = startBuild(poll)
  try {
    while (!signal.aborted) {
      await Promise.race([change.promise, interrupted])
      if (signal.aborted) return
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

/** The command line that was given, with polling in the place of watching. */
function startBuild(poll: number): ChildProcess {
  const [, script = '', ...given] = process.argv
  const args = given.filter((arg, at) => arg !== '--watch' && !/^--poll(=|$)/.test(arg) && given[at - 1] !== '--poll')
  const child = spawn(process.execPath, [...process.execArgv, script, ...args, '--poll', String(poll)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'], // the channel ends with this process, and the build with the channel
  })
  child.once('exit', (code) => {
    if (code !== null && code !== 130)
      process.stderr.write('The build starts again when a file of the project changes.\n')
  })
  return child
}

/**
 * A terminal interrupts both processes with SIGINT; a second one would cut short what the build has to finish. A build that runs in a
 * circle, as an own block may make it, hears no signal and is killed.
 */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const deaf = setTimeout(() => child.kill('SIGKILL'), deafMs)
  await closed
  clearTimeout(deaf)
}
