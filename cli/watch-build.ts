import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { watch } from 'chokidar'

export type WatchOptions = {
  /** Folder of the project; what decides a build is looked for in it. */
  root: string
  /** Seconds between two looks at the service. */
  poll: number
  signal: AbortSignal
}

/** Folders and files of a project whose changes change a build. */
const watched = [
  ...['blocks', 'brand', 'content', 'hydrate', 'locales', 'publish', 'renderer', 'templates'],
  ...['site.config.ts', 'redirects.json', 'package-lock.json'],
]
/** Editors write several files, or one in several steps. */
const quietMs = 80

/**
 * Runs `site build --poll` in a process of its own, and a new one each time that files of the project change, so that new code runs;
 * until it is interrupted.
 */
export async function watchBuild({ root, poll, signal }: WatchOptions): Promise<void> {
  let change = Promise.withResolvers<void>()
  const changed = new Set<string>()
  const files = watch(watched, { cwd: root, ignoreInitial: true, ignored: /\.test\.tsx?$/ })
  files.on('all', (_, path) => {
    changed.add(path)
    change.resolve()
  })
  await once(files, 'ready')
  const interrupted = once(signal, 'abort')
  let child = startBuild(poll)
  try {
    while (!signal.aborted) {
      await Promise.race([change.promise, interrupted])
      if (signal.aborted) return
      await sleep(quietMs)
      const paths = [...changed]
      changed.clear()
      change = Promise.withResolvers()
      process.stderr.write(`Changed: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ' …' : ''}\n`)
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
  const args = given.filter((arg, at) => arg !== '--watch' && arg !== '--poll' && given[at - 1] !== '--poll')
  return spawn(process.execPath, [script, ...args, '--poll', String(poll)], { stdio: 'inherit' })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGINT')
  await closed
}
