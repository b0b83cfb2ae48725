import type { Stats } from 'node:fs'
import { dirname, extname, join, sep } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { machineFault } from '#content/machine-fault.ts'
import { watchedSources } from '#renderer/sources/project-sources.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/** Sources of the tool that decide how content and pictures are read. */
const readers = ['content', 'publish/pictures'].map((name) => join(toolRoot, name))
const settleMs = 40
/** How much later than a file's time the clock of the process may be. */
const clockSlackMs = 50
/** How often files are looked at that the system does not watch. */
const lookMs = 2000

/** What has changed: code, or only what code reads; and whether it is code that reads content, so that the service must be read anew. */
export type SourceChange = { hasNewCode: boolean; isReadAnew: boolean }

const nothing: SourceChange = { hasNewCode: false, isReadAnew: false }

/**
 * Calls `onChange` shortly after files of the site or the tool were changed, once for many; gives what ends it. What was changed since this
 * process started counts, so that watching may begin later. Where the system watches no more files, they are looked at again and again, and
 * `onTrouble` hears why.
 */
export function watchCode(
  config: string,
  onChange: (change: SourceChange) => void,
  onTrouble: (message: string) => void,
): { close(): Promise<void> } {
  const siteRoot = dirname(config)
  let timer: NodeJS.Timeout | undefined
  let change = nothing
  let isBegun = false
  const isReader = (path: string): boolean =>
    path === config || readers.some((name) => path.startsWith(name)) || isSchema(path, siteRoot)
  const tell = (): void => {
    const told = change
    change = nothing
    onChange(told)
  }
  const onFile = (_: string, path: string, stats?: Stats): void => {
    if (!isBegun && !isYoung(stats)) return
    const isCode = /\.[jt]sx?$/.test(path) || stats?.isDirectory() === true
    change = {
      hasNewCode: change.hasNewCode || isCode,
      isReadAnew: change.isReadAnew || (isCode && isReader(path)),
    }
    clearTimeout(timer)
    timer = setTimeout(tell, settleMs)
  }
  const begin = (usePolling: boolean): FSWatcher => {
    isBegun = false
    const watching = watch([...watchedSources({ toolRoot, siteRoot }), config], {
      alwaysStat: true,
      ignored: (path) => /\.test\.tsx?$|~$|\.swp$/.test(path),
      ...{ usePolling, interval: lookMs },
    })
    watching.on('all', onFile)
    watching.on('ready', () => {
      isBegun = true
    })
    watching.on('error', (error) => {
      if (usePolling || watching !== watcher) return // told once
      void watching.close()
      watcher = begin(true)
      const { why, hint } = machineFault(error, '') ?? { why: (error as Error).message, hint: '' }
      onTrouble(`Files of the site are looked at every ${lookMs / 1000} s: ${why}. ${hint}`.trim())
    })
    return watching
  }
  let watcher = begin(false)
  return {
    async close() {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}

/** The schema of a site's own block, or its whole folder. */
function isSchema(path: string, siteRoot: string): boolean {
  return path.startsWith(join(siteRoot, 'blocks') + sep) && (path.endsWith('schema.ts') || extname(path) === '')
}

/** A folder is young too when something was removed from it. */
function isYoung(stats: Stats | undefined): boolean {
  return stats !== undefined && stats.ctimeMs > performance.timeOrigin - clockSlackMs
}
