import { useCallback, useEffect, useRef, useState } from 'react'
import { queryOf } from '#preview/admin-href.ts'
import type { Target } from '#preview/messages.ts'
import type { MarkedPage } from '#preview/panel-data.ts'
import { type Marked, parseMarked } from './picking/pick-field.ts'
import { readApi } from './read-api.ts'

/** Reads which fields the page in view shows. `known` resolves when they have been read. */
export function useMarked(
  page: Document | undefined,
  target: Target,
): { marked: Marked | undefined; known: () => Promise<void> } {
  const [read, setRead] = useState<{ page: Document; marked: Marked | undefined }>()
  const waiting = useRef<(() => void)[]>([])
  const isRead = useRef(false)
  isRead.current = read !== undefined && read.page === page
  const known = useCallback(
    () => new Promise<void>((resolve) => (isRead.current ? resolve() : waiting.current.push(resolve))),
    [],
  )
  useEffect(() => {
    if (!page) return
    let isStale = false
    readApi<MarkedPage | null>('marks', { ...queryOf(target), path: page.location.pathname })
      .catch(() => null) // the panel's own data say what is wrong
      .then((found) => isStale || setRead({ page, marked: found ? parseMarked(found) : undefined }))
    return () => {
      isStale = true
    }
  }, [page, target])
  useEffect(() => {
    if (read?.page === page) for (const resolve of waiting.current.splice(0)) resolve()
  }, [read, page])
  return { marked: isRead.current ? read?.marked : undefined, known }
}
