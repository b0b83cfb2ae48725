import type { Stats } from 'node:fs'
import { dirname, extname, join, sep } from 'node:path'
import { watchedSources } from '#renderer/sources/project-sources.ts'
import { type WatchFilesOptions, watchFiles } from '#renderer/sources/watch-files.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/** Sources of the tool that determine how content and pictures are read. */
const readers = ['content', 'publish/pictures'].map((name) => join(toolRoot, name))
const settleMs = 40
/** How far the clock of the process may be ahead of a file's time, in milliseconds. */
const clockSlackMs = 50

/**
 * What has changed: code, or only files that code reads. `needsNewContent` says that code that reads content has
 * changed, so that the service must be read again.
 */
export type SourceChange = { hasNewCode: boolean; needsNewContent: boolean }

const nothing: SourceChange = { hasNewCode: false, needsNewContent: false }

/**
 * Calls `onChange` shortly after files of the site or the tool have changed, once for many files, until `close` is
 * called. Changes since the start of this process count, so that watching may begin later. If the system cannot watch
 * any more files, they are checked repeatedly, and `onTrouble` is called with the reason.
 */
export function watchCode(
  config: string,
  onChange: (change: SourceChange) => void,
  onTrouble: (message: string) => void,
): { close(): Promise<void> } {
  const siteRoot = dirname(config)
  let timer: NodeJS.Timeout | undefined
  let change = nothing
  const isReader = (path: string): boolean =>
    path === config || readers.some((name) => path.startsWith(name)) || isSchema(path, siteRoot)
  const notify = (): void => {
    const collected = change
    change = nothing
    onChange(collected)
  }
  const onFile: WatchFilesOptions['onFile'] = ({ path, stats, isFirst }) => {
    if (isFirst && !isYoung(stats)) return
    const isCode = /\.[jt]sx?$/.test(path) || stats?.isDirectory() === true
    change = {
      hasNewCode: change.hasNewCode || isCode,
      needsNewContent: change.needsNewContent || (isCode && isReader(path)),
    }
    clearTimeout(timer)
    timer = setTimeout(notify, settleMs)
  }
  const watcher = watchFiles({ paths: [...watchedSources({ toolRoot, siteRoot }), config], onFile, onTrouble })
  return {
    async close() {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}

/** Whether a path is the schema of an own block, or the whole folder of an own block. */
function isSchema(path: string, siteRoot: string): boolean {
  return path.startsWith(join(siteRoot, 'blocks') + sep) && (path.endsWith('schema.ts') || extname(path) === '')
}

/** Whether a file or folder has changed since this process started. Removing a file changes its folder. */
function isYoung(stats: Stats | undefined): boolean {
  return stats !== undefined && stats.ctimeMs > performance.timeOrigin - clockSlackMs
}
