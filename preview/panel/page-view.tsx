import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import { adminHref } from '#preview/admin-href.ts'
import type { Target } from '#preview/messages.ts'
import { createPageFrame, type PageFrame } from './page-frame.ts'
import { PanelShell } from './panel-shell.tsx'
import { type Frame, Highlight } from './picking/highlight.tsx'
import { inspectPage } from './picking/inspector.ts'
import { elementOf, type Picked } from './picking/pick-field.ts'
import { readApi, targetOf } from './read-api.ts'
import { refuseCookies } from './refuse-cookies.ts'
import { useMarked } from './use-marked.ts'
import { usePanelData } from './use-panel-data.ts'
import { useRemembered } from './use-remembered.ts'

/** The panel and the page beside it. */
export function PageView(): ReactElement {
  const [target, setTarget] = useState(() => targetOf(location))
  if (!target) return <p className="failure">This address does not belong to a page.</p>
  return <PageWithPanel target={target} onTarget={setTarget} />
}

type PageWithPanelProps = { target: Target; onTarget: (target: Target) => void }

function PageWithPanel({ target, onTarget }: PageWithPanelProps): ReactElement {
  const holder = useRef<HTMLDivElement>(null)
  const frame = useRef<PageFrame>(undefined)
  const [isOpen, setOpen] = useRemembered('panel')
  const [isInspecting, setInspecting] = useRemembered('inspect')
  const [page, setPage] = useState<Document>()
  const [isOther, setOther] = useState(false)
  const [picked, setPicked] = useState<Picked>()
  const [hovered, setHovered] = useState<Picked>()
  const { state, refresh, checkPage } = usePanelData(target, frame)
  const { data } = state
  const { marked, known } = useMarked(page, target)
  const content = useRef({ blocks: data?.blocks ?? [], marked })
  content.current = { blocks: data?.blocks ?? [], marked }

  const follow = useEffectEvent(async (shown: Document): Promise<void> => {
    refuseCookies(shown)
    setPage(shown)
    setPicked(undefined)
    setHovered(undefined)
    const { pathname } = shown.location
    // a service that fails says so in the page itself
    const there = pathname === data?.href ? target : await targetAt(pathname).catch(() => target)
    if (frame.current?.page() !== shown) return
    setOther(!there)
    if (!there || JSON.stringify(there) === JSON.stringify(target)) {
      checkPage()
      return
    }
    history.replaceState(history.state, '', adminHref(there))
    onTarget(there)
  })

  useEffect(() => {
    if (!holder.current) return
    const made = createPageFrame(holder.current, { onShow: (shown) => void follow(shown) })
    frame.current = made
    const href = document.getElementById('panel')?.dataset.href ?? '/'
    const { state } = history
    // after the panel was reloaded beside a later page of a list, or beside the results of a search
    const parts = [`${href === '/' ? '' : href}/page/`, `${href}?`]
    const isPart = typeof state === 'string' && parts.some((start) => state.startsWith(start))
    made.show(isPart ? state : href)
    return () => made.remove()
  }, [])

  useEffect(() => {
    document.title = data ? `${data.title} – preview` : 'Preview'
  }, [data])

  useEffect(() => {
    if (!page || !isOpen || !isInspecting) return
    return inspectPage(page, { content: () => content.current, known, onPick: setPicked, onHover: setHovered })
  }, [page, isOpen, isInspecting, known])

  const goToPanel = (): void => {
    setOpen(true)
    setTimeout(() => {
      const tab = document.querySelector<HTMLElement>('[role=tab][tabindex="0"]')
      const place = tab ?? document.getElementById('panel-tools')
      place?.focus()
    })
  }
  useShortcuts(page, { p: () => setOpen(!isOpen), i: () => setInspecting(!isInspecting), k: goToPanel })

  const reveal = (find: (shown: Document) => Picked | undefined): void => {
    const shown = frame.current?.page()
    const found = shown && find(shown)
    if (!found) return
    setPicked(found)
    found.element.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }

  const frames: Frame[] = isOpen
    ? [
        ...(hovered && hovered.element !== picked?.element ? [{ picked: hovered, kind: 'hovered' } as const] : []),
        ...(picked ? [{ picked, kind: 'picked' } as const] : []),
      ]
    : []

  return (
    <div className="view">
      <button type="button" className="skip quiet" onClick={goToPanel}>
        Skip to the panel (Alt+K)
      </button>
      <main className="view__page">
        <div className="view__frame" ref={holder} />
        {page && <Highlight page={page} frames={frames} />}
      </main>
      {isOpen ? (
        <PanelShell
          state={state}
          isOther={isOther}
          picked={picked}
          isInspecting={isInspecting}
          onInspect={setInspecting}
          onHide={() => setOpen(false)}
          onRefresh={refresh}
          onBlock={(block) =>
            reveal((shown) => {
              const element = shown.getElementById(block.anchor)
              return element ? { element, reads: [], others: [], block } : undefined
            })
          }
          onRead={(read) =>
            void known().then(() =>
              reveal((shown) => {
                const element = elementOf(read, shown, content.current)
                return element ? { element, reads: [read], others: [] } : undefined
              }),
            )
          }
        />
      ) : (
        <button type="button" className="view__handle" onClick={() => setOpen(true)} title="Show the panel (Alt+P)">
          Panel
        </button>
      )}
    </div>
  )
}

/** Returns the document that an address shows. A draft without an address is in view only beside its own panel. */
async function targetAt(pathname: string): Promise<Target | undefined> {
  if (pathname.startsWith('/admin/')) return targetOf(location)
  return (await readApi<Target | null>('where', { path: pathname })) ?? undefined
}

/** Listens for Alt with a letter, both in the panel and in the page. */
function useShortcuts(page: Document | undefined, actions: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const action =
      event.altKey && !event.ctrlKey && !event.metaKey ? actions[event.code.slice(3).toLowerCase()] : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const places = [document, ...(page ? [page] : [])]
    for (const place of places) place.addEventListener('keydown', press)
    return () => {
      for (const place of places) place.removeEventListener('keydown', press)
    }
  }, [page])
}
