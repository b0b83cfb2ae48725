import { setTimeout as sleep } from 'node:timers/promises'
import type { ContentClient } from '#content/client/client.ts'
import { errorText } from '#content/finding.ts'
import { memoize } from '#content/memoize.ts'
import type { PreviewSite } from '#preview/child/site/preview-site.ts'
import type { Change, Target } from '#preview/messages.ts'
import type { DraftState } from './draft-state.ts'
import { type PageSource, pageSources } from './page-sources.ts'

export type DraftWatchOptions = {
  preview: PreviewSite
  client: ContentClient
  /** Called for drafts that have changed, and for pages that were checked. */
  onChange: (change: Change) => void
}

const draftPauseMs = 400
const pagePauseMs = 2000
/** After this time, in milliseconds, the panel says that it still waits for the service. */
export const slowMs = 5000
const slowMessage = `Reading the content of this page takes more than ${slowMs / 1000} s, so what is shown may be outdated. Check that the content service is running; the preview keeps trying.`
/** After this many rounds over the pages, all published content is checked. */
const roundsBetweenRefreshes = 30

/**
 * Reads content repeatedly: the drafts that somebody is looking at more than twice a second, everything that their
 * pages show every two seconds, and everything that is published now and then. The service does not send unchanged
 * content again. Returns a function to be called with the drafts that somebody is looking at now.
 */
export function watchDrafts({ preview, client, onChange }: DraftWatchOptions): (wanted: Target[]) => void {
  let targets: Target[] = []
  /** The last text of each draft, by target. */
  let seen = new Map<string, string>()
  /** The last difference of each source, so that a difference causes one refresh and not one in every round. */
  const lastDifferences = new Map<string, string>()
  const sources = new WeakMap<DraftState, Promise<PageSource[]>>()
  const keyOf = (target: Target): string => JSON.stringify(target)

  const hasChanged = async ({ name, known, now }: PageSource): Promise<boolean> => {
    const text = await now()
    const difference = text === known ? '' : `${known} ${text}`
    const isNew = difference !== '' && difference !== lastDifferences.get(name)
    lastDifferences.set(name, difference)
    return isNew
  }

  /** Reports whether the draft has changed. Resolves to true if the published document has changed. */
  const checkDraft = async (target: Target): Promise<boolean> => {
    const earlier = seen
    const { draft, published } = preview.readTexts(target)
    const [now, isRepublished] = await Promise.all([draft, published ? hasChanged(published) : false])
    const before = earlier.get(keyOf(target))
    earlier.set(keyOf(target), now)
    if (before === undefined) onChange({ what: 'watched', target })
    else if (before !== now) onChange({ what: 'draft', target })
    return isRepublished
  }
  const checkDrafts = async (): Promise<void> => {
    // its locale may have been removed
    const published = await Promise.all(targets.map((target) => checkDraft(target).catch(() => false)))
    if (published.includes(true)) preview.refresh({ withPictures: false }).catch(() => {}) // drafts are read meanwhile
  }

  const sourcesOf = memoize((state: DraftState): Promise<PageSource[]> => {
    const found = state.assembled.render(state.route).then(({ reads }) => pageSources(reads, state, client))
    // the next round tries again; callers that wait for `found` get the error
    found.catch(() => sources.delete(state))
    return found
  }, sources)
  /** Reports whether content that the page shows can be read. Resolves to true if some of it has changed. */
  const checkPage = async (target: Target): Promise<boolean> => {
    const wait = setTimeout(() => onChange({ what: 'unread', target, message: slowMessage }), slowMs)
    return readPage(target).finally(() => clearTimeout(wait))
  }
  const readPage = async (target: Target): Promise<boolean> => {
    const found = await preview
      .open(target)
      .then(sourcesOf)
      .catch(() => undefined)
    // the panel also reads the draft, reports the error, and shows how old its page is
    if (!found) return false
    const others = await Promise.allSettled(found.map(hasChanged))
    const failed = others.find((one) => one.status === 'rejected')
    if (failed)
      onChange({
        what: 'unread',
        target,
        message: `Content that this page shows from other documents may be outdated: ${errorText(failed.reason)}`,
      })
    else onChange({ what: 'checked', target })
    return others.some((one) => one.status === 'fulfilled' && one.value)
  }
  const checkPages = async (count: number): Promise<void> => {
    const others = await Promise.all(targets.map(checkPage))
    const isTime = count % roundsBetweenRefreshes === 0
    if (others.includes(true) || isTime) await preview.refresh({ withPictures: isTime })
  }

  void repeat(draftPauseMs, checkDrafts)
  void repeat(pagePauseMs, async (count) => (targets.length > 0 ? checkPages(count) : undefined))

  return (wanted) => {
    targets = wanted
    // a panel that has just opened may show a page from before the last check, so it gets `watched`
    seen = new Map()
  }
}

async function repeat(pauseMs: number, work: (count: number) => Promise<void>): Promise<void> {
  for (let count = 1; ; count += 1) {
    await sleep(pauseMs, undefined, { ref: false })
    // the work is repeated soon, and panels report errors
    await work(count).catch(() => {})
  }
}
