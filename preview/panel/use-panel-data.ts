import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryOf } from '#preview/admin-href.ts'
import type { Target } from '#preview/messages.ts'
import type { LiveEvent, PanelData, ReachData } from '#preview/panel-data.ts'
import type { Moved } from './page-frame.ts'
import { readApi, refreshSite } from './read-api.ts'

export type PanelState = {
  data?: PanelData
  reach?: ReachData
  failure?: string
  /** What keeps a change of code from being shown. */
  trouble?: string | undefined
  /** What the page shows besides its own document and cannot be asked for, so that it may be old. */
  unread?: string | undefined
  isLive: boolean
  isRefreshing: boolean
  /** When all that is shown was last asked for at the service, as `Date.now()` gives it. */
  checkedAt?: number
}

/**
 * Reads what the panel shows, again after every change; `onChange` hears when the page itself is another, or has another address. That is
 * said only after the reading, so that the page is loaded later than what it is compared with next time.
 */
export function usePanelData(
  target: Target,
  onChange: (moved?: Moved) => void,
): { state: PanelState; refresh: () => void } {
  const [state, setState] = useState<PanelState>({ isLive: false, isRefreshing: false })
  const latest = useRef<PanelData | undefined>(undefined)
  const isOutdated = useRef(false)
  /** What is read next can be compared with what was read last. */
  const isComparable = useRef(false)
  const again = useRef(() => {})

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
      if (before && before.digest !== data.digest) isOutdated.current = true
      loadPage(before && before.href !== data.href ? { from: before.href, to: data.href } : undefined)
      setState(({ failure: _, ...before }) => ({ checkedAt: Date.now(), ...before, data }))
      const reach = await readApi<ReachData>('reach', query)
      if (!isStale()) setState((before) => ({ ...before, reach }))
    } catch (error) {
      if (isStale()) return
      if (isComparable.current) isOutdated.current = true // the page says the same
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
        if (code !== undefined && code !== data) isOutdated.current = true // it was changed while nobody listened
        code = data
        setState((before) => ({ ...before, isLive: true, trouble: undefined })) // told again where there is one
      })
      source.addEventListener('error', () => setState((before) => ({ ...before, isLive: false })))
      source.addEventListener('change', (event) => {
        const told = JSON.parse(event.data) as LiveEvent // from the preview's own server
        if (told.what === 'trouble') return setState((before) => ({ ...before, trouble: told.message }))
        if (told.what === 'unread') return setState((before) => ({ ...before, unread: told.message }))
        if (told.what === 'checked')
          return setState((before) => ({ ...before, unread: undefined, checkedAt: Date.now() }))
        if (told.what === 'code') setState((before) => ({ ...before, trouble: undefined }))
        const isUnseen = told.what === 'content' && !isComparable.current
        if (told.what === 'draft' || told.what === 'code' || isUnseen) isOutdated.current = true
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
    if (failure === undefined) again.current() // the page is loaded anew where it is another
  }

  return { state, refresh: () => void (state.isRefreshing || refresh()) }
}

/**
 * Keeps a stream open while the page is in view; gives what ends it. A browser has six connections to a server for all tabs together, and
 * those that nobody sees would keep them from the others.
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
