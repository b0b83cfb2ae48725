import type { Stats } from 'node:fs'
import { type FSWatcher, watch } from 'chokidar'
import { whyOf } from '#content/machine-fault.ts'

export type WatchFilesOptions = {
  /** Files, and folders with everything in them. */
  paths: string[]
  /** Called for each file and folder that exists when watching begins (`isFirst`), and for each that changes. */
  onFile(file: { path: string; stats: Stats | undefined; isFirst: boolean }): void
  onTrouble(message: string): void
}

export type WatchedFiles = { ready: Promise<void>; close(): Promise<void> }

/** How often to look at files that the system does not watch. */
const pollMs = 2000

/**
 * Watches sources, except tests and temporary files of editors. If the system cannot watch more files, looks at them at
 * intervals, and calls `onTrouble` with the reason.
 */
export function watchFiles({ paths, onFile, onTrouble }: WatchFilesOptions): WatchedFiles {
  const ready = Promise.withResolvers<void>()
  const begin = (usePolling: boolean): FSWatcher => {
    let isFirst = true
    const ignored = (path: string): boolean => /\.test\.tsx?$|~$|\.swp$/.test(path)
    const watching = watch(paths, { ...{ ignored, usePolling }, alwaysStat: true, interval: pollMs })
    watching.on('all', (_, path, stats) => onFile({ path, stats, isFirst }))
    watching.on('ready', () => {
      isFirst = false
      ready.resolve()
    })
    watching.on('error', (error) => {
      if (usePolling || watching !== watcher) return // reported already
      void watching.close()
      watcher = begin(true)
      const { why, hint } = whyOf(error, '')
      onTrouble(
        `Files of the site are checked every ${pollMs / 1000} s, because watching them failed: ${why}. ${hint}`.trim(),
      )
    })
    return watching
  }
  let watcher = begin(false)
  return { ready: ready.promise, close: () => watcher.close() }
}
