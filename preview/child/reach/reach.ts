import type { ContentClient } from '#content/client/client.ts'
import { errorText } from '#content/finding.ts'
import { memoize } from '#content/memoize.ts'
import type { DraftState } from '#preview/child/draft/draft-state.ts'
import { withListedDate } from '#preview/child/draft/listed-date.ts'
import type { AssembledSite } from '#preview/child/site/assemble-site.ts'
import type { Target } from '#preview/messages.ts'
import type { ReachData, ReachRow } from '#preview/panel-data.ts'
import type { Route } from '#renderer/plan/route.ts'
import { type MemoryExport, renderExport } from './memory-export.ts'

export type Reach = {
  /** Returns what publishing a draft would change. Its state is `computing` until that is known. */
  of(state: DraftState, target: Target): ReachData
  /** Returns everything that an export of a state would contain. The result is kept as long as the state. */
  whole(assembled: AssembledSite): Promise<MemoryExport>
}

/**
 * Finds out in the background what a draft would change. It renders the published site once, and then, with the draft,
 * the pages that asked for something that the draft changes. `onDone` is called when the result is known.
 */
export function openReach(client: ContentClient, onDone: (target: Target) => void): Reach {
  const whole = memoize((assembled: AssembledSite) => renderExport(assembled), new WeakMap())
  /** The last job of each target. A state is large, so a job does not keep alive a state that is no longer shown. */
  const jobs = new Map<string, { of: WeakRef<DraftState>; stop: AbortController; data: ReachData }>()

  const compute = async (state: DraftState, target: Target, signal: AbortSignal): Promise<ReachData> => {
    const before = await whole(state.base)
    signal.throwIfAborted()
    const site = await withListedDate(state, client)
    const after = await renderExport({ ...state.publishing, site }, { before, signal })
    return reachOf(before.digests, after.digests, state, target)
  }

  const start = (state: DraftState, target: Target): ReachData => {
    const key = JSON.stringify(target)
    jobs.get(key)?.stop.abort()
    const data: ReachData = { state: 'computing', ...nothing }
    const job = { of: new WeakRef(state), stop: new AbortController(), data }
    jobs.set(key, job)
    compute(state, target, job.stop.signal).then(
      (data) => {
        job.data = data
        onDone(target)
      },
      (error) => {
        if (job.stop.signal.aborted) return // a newer draft has replaced this one
        job.data = { state: 'done', ...nothing, failure: errorText(error) }
        onDone(target)
      },
    )
    return job.data
  }

  return {
    whole,
    of(state, target) {
      if (state.assembled === state.base) return { state: 'done', ...nothing }
      const job = jobs.get(JSON.stringify(target))
      return job?.of.deref() === state ? job.data : start(state, target)
    },
  }
}

const nothing: Pick<ReachData, 'rows' | 'checked'> = { rows: [], checked: 0 }

type Digests = MemoryExport['digests']

/** Returns a row for every file that differs. */
function reachOf(before: Digests, after: Digests, state: DraftState, target: Target): ReachData {
  const routes = new Map([...state.base.own, ...state.publishing.own].map((route) => [route.file, route]))
  const { nodeType, id, locale, of } = target
  const prefix = [nodeType, id, locale].map(encodeURIComponent).join('/')
  const files = new Set([...before.keys(), ...after.keys()])
  const rows = [...files].flatMap((file): ReachRow | [] => {
    const [was, is] = [before.get(file), after.get(file)]
    if (was === is) return []
    const route = routes.get(file)
    const change = was === undefined ? 'new' : is === undefined ? 'removed' : 'changed'
    const { path, href } = route ?? { path: `/${file}`, href: `/${file}` }
    return {
      path,
      title: route ? pageTitle(route, state.assembled) : file,
      change,
      ...(was !== undefined && { before: `/admin/before${href}` }),
      ...(is !== undefined && { after: `/admin/after/${prefix}${href}${of ? `?of=${of}` : ''}` }),
    }
  })
  return { state: 'done', rows: rows.sort((a, b) => (a.path < b.path ? -1 : 1)), checked: files.size }
}

/** Returns the name of a page for lists. */
export function pageTitle({ source, locale, slug, page }: Route, { site }: AssembledSite): string {
  if (source.kind === 'category') return source.category.name
  if (source.kind !== 'document') return slug
  const document = site.documents.find(locale, source.collection, source.key)
  return `${document?.title ?? slug}${page > 1 ? ` (${page})` : ''}`
}
