import type { Stats } from 'node:fs'
import { type FSWatcher, watch } from 'chokidar'
import { whyOf } from '#content/machine-fault.ts'

export type WatchFiles = {
  /** Files, and folders with all that is in them. */
  paths: string[]
  /** Is told of each file and folder that is there when watching begins (`isFirst`), and of each that changes. */
  onFile(file: { path: string; stats: Stats | undefined; isFirst: boolean }): void
  onTrouble(message: string): void
}

export type WatchedFiles = { ready: Promise<void>; close(): Promise<void> }

/** How often files are looked at that the system does not watch. */
const lookMs = 2000

/**
 * Watches sources, but no tests and no files that editors keep for a while. Where the system can watch no more files, they are looked at
 * again and again, and `onTrouble` is told why.
 */
export function watchFiles({ paths, onFile, onTrouble }: WatchFiles): WatchedFiles {
  const ready = Promise.withResolvers<void>()
  const begin = (usePolling: boolean): FSWatcher => {
    let isFirst = true
    const ignored = (path: string): boolean => /\.test\.tsx?$|~$|\.swp$/.test(path)
    const watching = watch(paths, { ...{ ignored, usePolling }, alwaysStat: true, interval: lookMs })
    watching.on('all', (_, path, stats) => onFile({ path, stats, isFirst }))
    watching.on('ready', () => {
      isFirst = false
      ready.resolve()
    })
    watching.on('error', (error) => {
      if (usePolling || watching !== watcher) return // told once
      void watching.close()
      watcher = begin(true)
      const { why, hint } = whyOf(error, '')
      onTrouble(`Files of the site are looked at every ${lookMs / 1000} s: ${why}. ${hint}`.trim())
    })
    return watching
  }
  let watcher = begin(false)
  return { ready: ready.promise, close: () => watcher.close() }
}
