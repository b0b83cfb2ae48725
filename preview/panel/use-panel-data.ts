import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryOf } from '#preview/admin-href.ts'
import type { Target } from '#preview/messages.ts'
import type { LiveEvent, PanelData, ReachData } from '#preview/panel-data.ts'
import { digestInView, digestOfAnswer } from './page-digest.ts'
import type { PageFrame } from './page-frame.ts'
import { readApi, refreshSite } from './read-api.ts'

export type PanelState = {
  data?: PanelData
  reach?: ReachData
  failure?: string
  /** Why a change of code is not shown. */
  trouble?: string | undefined
  /** Why something that the page shows besides its own document cannot be read, so that the page may be outdated. */
  unread?: string | undefined
  isLive: boolean
  isRefreshing: boolean
  /** When everything that is shown was last read from the service, as `Date.now()` returns it. */
  checkedAt?: number
}

/** A page may be different each time it is made. After a change it is reloaded at most this often. */
const maxReloads = 3

/**
 * Reads the data of the panel, and again after every change. Reloads the page in the frame if its address shows
 * something else now. `checkPage` is to be called when a page has come into view: content may have changed while it was
 * loading.
 */
export function usePanelData(
  target: Target,
  frame: RefObject<PageFrame | undefined>,
): { state: PanelState; refresh: () => void; checkPage: () => void } {
  const [state, setState] = useState<PanelState>({ isLive: false, isRefreshing: false })
  const latest = useRef<PanelData | undefined>(undefined)
  /** How often the page was reloaded since the last change. */
  const reloads = useRef(0)
  /** Whether the page in view was made by other code. */
  const isOldCode = useRef(false)
  const again = useRef(() => {})

  const reload = (): void => {
    if (reloads.current === maxReloads || !frame.current?.reload()) return
    reloads.current += 1
    isOldCode.current = false
  }

  /** Reloads the page in view, unless it has the digest of the data or its address still shows the same. */
  const compare = async (digest: string | undefined, isStale: () => boolean): Promise<void> => {
    const page = frame.current?.page()
    if (isOldCode.current || !page) return reload()
    if (digestInView(page) === digest) return
    const now = await fetch(page.location.href, { method: 'HEAD' }).catch(() => undefined) // the preview may have ended
    if (now && !isStale() && page === frame.current?.page() && digestOfAnswer(now) !== digestInView(page)) reload()
  }

  const read = useEffectEvent(async (isStale: () => boolean): Promise<void> => {
    const query = queryOf(target)
    try {
      const data = await readApi<PanelData>('panel', query)
      if (isStale()) return
      const before = latest.current
      latest.current = data
      setState(({ failure: _, ...before }) => ({ checkedAt: Date.now(), ...before, data }))
      const isMoved = before !== undefined && before.href !== data.href
      if (isMoved) frame.current?.reload({ from: before.href, to: data.href })
      const compared = isMoved ? undefined : compare(data.digest, isStale)
      const [reach] = await Promise.all([readApi<ReachData>('reach', query), compared])
      if (!isStale()) setState((before) => ({ ...before, reach }))
    } catch (error) {
      if (isStale()) return
      setState((before) => ({ ...before, failure: error instanceof Error ? error.message : String(error) }))
      await compare(undefined, isStale) // if the draft cannot be read, the page says so too
    }
  })

  useEffect(() => {
    let count = 0
    latest.current = undefined
    reloads.current = 0
    isOldCode.current = false
    setState(({ isLive }) => ({ isLive, isRefreshing: false }))
    const readLatest = (): void => {
      count += 1
      const own = count
      void read(() => own !== count)
    }
    again.current = readLatest
    readLatest()
    let code: string | undefined
    const listen = (): EventSource => {
      const source = new EventSource(`/admin/events?${new URLSearchParams(queryOf(target))}`)
      source.addEventListener('hello', ({ data }) => {
        if (code !== undefined && code !== data) isOldCode.current = true // it has changed while nobody listened
        code = data
        // trouble that persists is sent again
        setState((before) => ({ ...before, isLive: true, trouble: undefined }))
      })
      source.addEventListener('error', () => setState((before) => ({ ...before, isLive: false })))
      source.addEventListener('change', (event) => {
        const news = JSON.parse(event.data) as LiveEvent // from the preview's own server
        if (news.what === 'trouble') return setState((before) => ({ ...before, trouble: news.message }))
        if (news.what === 'unread') return setState((before) => ({ ...before, unread: news.message }))
        if (news.what === 'checked')
          return setState((before) => ({ ...before, unread: undefined, checkedAt: Date.now() }))
        if (news.what === 'code') {
          isOldCode.current = true
          setState((before) => ({ ...before, trouble: undefined }))
        }
        if (news.what !== 'watched' && news.what !== 'reach') reloads.current = 0
        readLatest()
      })
      return source
    }
    const stopListening = whileShown(listen)
    return () => {
      count += 1
      stopListening()
    }
  }, [target])

  const refresh = async (): Promise<void> => {
    setState((before) => ({ ...before, isRefreshing: true }))
    const failure = await refreshSite().then(
      () => undefined,
      (error: Error) => error.message,
    )
    setState(({ failure: _, ...before }) => ({
      ...before,
      isRefreshing: false,
      ...(failure === undefined ? { checkedAt: Date.now() } : { failure }),
    }))
    if (failure !== undefined) return
    reloads.current = 0
    again.current() // reloads the page if it has changed
  }

  const checkPage = (): void => {
    const page = frame.current?.page()
    const isOutdated = isOldCode.current || (latest.current && page && digestInView(page) !== latest.current.digest)
    if (isOutdated) again.current()
  }

  return { state, refresh: () => void (state.isRefreshing || refresh()), checkPage }
}

/**
 * Keeps a stream open while the page is in view, and returns a function that ends this. A browser has only six
 * connections to a server for all tabs together, and hidden tabs would take them from the others.
 */
function whileShown(open: () => EventSource): () => void {
  let source: EventSource | undefined
  const follow = (): void => {
    source?.close()
    source = document.hidden ? undefined : open()
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    source?.close()
  }
}
