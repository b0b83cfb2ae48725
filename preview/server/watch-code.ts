import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { watch } from 'chokidar'
import { projectSources } from '#renderer/sources/project-sources.ts'

/** What decides how content and pictures are read. */
const readers = ['content', 'publish/pictures', 'site.config.ts']
const settleMs = 40
/** How much later than a file's time the clock of the process may be. */
const clockSlackMs = 50

/** What has changed: code, or only what code reads; and whether what was read of the service would be another now. */
export type SourceChange = { hasNewCode: boolean; isReadAnew: boolean }

const nothing: SourceChange = { hasNewCode: false, isReadAnew: false }

/**
 * Calls `onChange` shortly after files of the project were changed, once for many; gives what ends it. What was changed since this
 * process started counts, so that watching may begin later.
 */
export function watchCode(root: string, onChange: (change: SourceChange) => void): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let change = nothing
  let isBegun = false
  const watcher = watch(
    [...projectSources, 'site.config.ts'].map((name) => join(root, name)),
    { alwaysStat: true, ignored: (path) => /\.test\.tsx?$|~$|\.swp$/.test(path) },
  )
  const tell = (): void => {
    const told = change
    change = nothing
    onChange(told)
  }
  watcher.on('ready', () => {
    isBegun = true
  })
  watcher.on('all', (_, path, stats?: Stats) => {
    if (!isBegun && !isYoung(stats)) return
    const isCode = /\.[jt]sx?$/.test(path) || stats?.isDirectory() === true
    change = {
      hasNewCode: change.hasNewCode || isCode,
      isReadAnew: change.isReadAnew || (isCode && readers.some((name) => path.startsWith(join(root, name)))),
    }
    clearTimeout(timer)
    timer = setTimeout(tell, settleMs)
  })
  return {
    async close() {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}

/** A folder is young too when something was removed from it. */
function isYoung(stats: Stats | undefined): boolean {
  return stats !== undefined && stats.ctimeMs > performance.timeOrigin - clockSlackMs
}
