import { join } from 'node:path'
import { watch } from 'chokidar'
import { projectSources } from '#renderer/project-sources.ts'

const settleMs = 40

/** Calls `onChange` shortly after files of the project were changed, once for many; gives what ends it. */
export function watchCode(
  root: string,
  onChange: (change: { hasNewCode: boolean }) => void,
): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let hasNewCode = false
  const watcher = watch(
    [...projectSources, 'site.config.ts'].map((name) => join(root, name)),
    { ignoreInitial: true, ignored: (path) => /\.test\.tsx?$|~$|\.swp$/.test(path) },
  )
  const tell = (): void => {
    const change = { hasNewCode }
    hasNewCode = false
    onChange(change)
  }
  watcher.on('all', (_, path) => {
    hasNewCode ||= /\.[jt]sx?$/.test(path)
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
