import { setTimeout as sleep } from 'node:timers/promises'
import type { Change, Target } from '#preview/messages.ts'
import type { Look, PreviewSite } from './preview-site.ts'

export type DraftWatch = { watch(targets: Target[]): void }

export type DraftWatchOptions = {
  preview: PreviewSite
  /** Hears of drafts that are others now, and of published content that is. */
  onChange: (change: Change) => void
}

const pauseMs = 400
/** Rounds between two looks at everything that is published. */
const roundsBetweenRefreshes = 150

/** Asks the service for the drafts that somebody looks at, more than twice a second, and now and then for all that is published. */
export function watchDrafts({ preview, onChange }: DraftWatchOptions): DraftWatch {
  let targets: Target[] = []
  const seen = new Map<string, Look>()
  const keyOf = (target: Target): string => JSON.stringify(target)

  const look = async (target: Target): Promise<boolean> => {
    const key = keyOf(target)
    const now = await preview.look(target)
    const before = seen.get(key)
    seen.set(key, now)
    if (before && before.draft !== now.draft) onChange({ what: 'draft', target })
    return (before?.published ?? now.crawled) !== now.published
  }

  const round = async (count: number): Promise<void> => {
    const published = await Promise.all(targets.map(look))
    const isTime = count % roundsBetweenRefreshes === 0
    if (!published.includes(true) && !isTime) return
    if (await preview.refresh({ withPictures: isTime }).catch(() => false)) onChange({ what: 'content' })
  }

  const run = async (): Promise<void> => {
    for (let count = 1; ; count += 1) {
      await sleep(pauseMs, undefined, { ref: false })
      if (targets.length > 0) await round(count)
    }
  }
  void run()

  return {
    watch(wanted) {
      targets = wanted
      const keys = new Set(wanted.map(keyOf))
      for (const key of seen.keys()) if (!keys.has(key)) seen.delete(key)
    },
  }
}
