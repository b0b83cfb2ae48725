import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryOf } from '#preview/admin-href.ts'
import type { Target } from '#preview/messages.ts'
import type { LiveEvent, PanelData, ReachData } from '#preview/panel-data.ts'
import { digestInView, type Moved } from './page-frame.ts'
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

/**
 * Reads the data of the panel, and again after every change. `onChange` is called when the page itself has changed, or
 * has another address. `noteShown` is to be called with each page that comes into view: a draft may change, and change
 * back, while its page is loading, so the page is compared with the data too.
 */
export function usePanelData(
  target: Target,
  onChange: (moved?: Moved) => void,
): { state: PanelState; refresh: () => void; noteShown: (page: Document) => void } {
  const [state, setState] = useState<PanelState>({ isLive: false, isRefreshing: false })
  const latest = useRef<PanelData | undefined>(undefined)
  const isOutdated = useRef(false)
  /** Whether the next data can be compared with the last. */
  const isComparable = useRef(false)
  const shown = useRef<Document | undefined>(undefined)
  /** Whether the page in view is to be compared with the next data, even if these are like the last. */
  const isSuspect = useRef(false)
  /** The digests of the last page and data that differed. They are not compared twice. */
  const unlike = useRef<string | undefined>(undefined)
  const again = useRef(() => {})
  /** When the last change of content was reported, as `performance.timeOrigin` returns it for a page. */
  const changedAt = useRef(0)

  const read = useEffectEvent(async (isStale: () => boolean): Promise<void> => {
    const loadPage = (moved?: Moved): void => {
      if (isOutdated.current || moved) onChange(moved)
      isOutdated.current = false
    }
    const query = queryOf(target)
    try {
      const data = await readApi<PanelData>('panel', query)
      if (isStale()) return
      const before = latest.current
      latest.current = data
      isComparable.current = true
      const inView = digestShown(data, shown.current)
      const mayDiffer = before ? before.digest !== data.digest || isSuspect.current : inView !== undefined
      isSuspect.current = false
      if (mayDiffer && inView !== data.digest) isOutdated.current = true
      loadPage(before && before.href !== data.href ? { from: before.href, to: data.href } : undefined)
      setState(({ failure: _, ...before }) => ({ checkedAt: Date.now(), ...before, data }))
      const reach = await readApi<ReachData>('reach', query)
      if (!isStale()) setState((before) => ({ ...before, reach }))
    } catch (error) {
      if (isStale()) return
      if (isComparable.current) isOutdated.current = true // the page shows the same error
      isComparable.current = false
      loadPage()
      setState((before) => ({ ...before, failure: error instanceof Error ? error.message : String(error) }))
    }
  })

  useEffect(() => {
    let count = 0
    latest.current = undefined
    isOutdated.current = false
    isComparable.current = false
    isSuspect.current = false
    unlike.current = undefined
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
        // the code has changed while nobody listened
        if (code !== undefined && code !== data) isOutdated.current = true
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
        if (news.what === 'code') setState((before) => ({ ...before, trouble: undefined }))
        if (news.what === 'content') changedAt.current = performance.timeOrigin + performance.now()
        // such as the second page of a list
        const isOther = shown.current !== undefined && digestShown(latest.current, shown.current) === undefined
        const isUnseen = news.what === 'content' && (!isComparable.current || isOther)
        if (news.what === 'draft' || news.what === 'code' || isUnseen) isOutdated.current = true
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
    if (failure === undefined) again.current() // reloads the page if it has changed
  }

  const noteShown = (page: Document): void => {
    shown.current = page
    const data = latest.current
    const inView = digestShown(data, page)
    // no data describe the page, so a change that was reported while it was loading may be missing in it
    if (inView === undefined && (page.defaultView?.performance.timeOrigin ?? 0) < changedAt.current) {
      isOutdated.current = true
      again.current()
    }
    if (!data || inView === undefined) return
    const pair = inView === data.digest ? undefined : `${inView} ${data.digest}`
    const isJudged = pair === unlike.current
    unlike.current = pair
    if (pair === undefined || isJudged) return
    isSuspect.current = true
    again.current() // reloads the page, unless the data are what is outdated
  }

  return { state, refresh: () => void (state.isRefreshing || refresh()), noteShown }
}

/** The digest of the page in view, if it is the page that the data describe. */
function digestShown(data: PanelData | undefined, page: Document | undefined): string | undefined {
  const { pathname = '', search = '' } = page?.location ?? {}
  return page && [pathname, `${pathname}${search}`].some((one) => one === data?.href) ? digestInView(page) : undefined
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
