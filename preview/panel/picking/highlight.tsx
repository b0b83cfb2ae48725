import { type ReactElement, useEffect, useState } from 'react'
import { fieldLabel } from '#preview/field-label.ts'
import type { Picked } from './pick-field.ts'

export type Frame = { picked: Picked; kind: 'picked' | 'hovered' }

/** Draws frames around elements of the page. They lie above the page, so that nothing is added to the page itself. */
export function Highlight({ page, frames }: { page: Document; frames: Frame[] }): ReactElement {
  useRedraw(page)
  const { clientWidth = 0, clientHeight = 0 } = page.documentElement
  return (
    <div className="highlight" aria-hidden="true">
      {frames.map(({ picked, kind }) => {
        const box = picked.element.getBoundingClientRect()
        const top = Math.max(2, box.top)
        const left = Math.max(2, box.left)
        const width = Math.min(clientWidth - 2, box.right) - left
        const height = Math.min(clientHeight - 2, box.bottom) - top
        if (width <= 0 || height <= 0) return null
        const label = labelOf(picked)
        return (
          <div key={kind} className={`highlight__box is-${kind}`} style={{ top, left, width, height }}>
            {label && <span className={top < 26 ? 'highlight__label is-inside' : 'highlight__label'}>{label}</span>}
          </div>
        )
      })}
    </div>
  )
}

function labelOf({ reads, block }: Picked): string | undefined {
  const [first, ...others] = reads
  if (!first) return block?.type.replaceAll('_', ' ')
  return others.length > 0 ? `${reads.length} fields` : fieldLabel(first.path)
}

/** Redraws whenever the page is scrolled or resized. */
function useRedraw(page: Document): void {
  const [, setCount] = useState(0)
  useEffect(() => {
    const view = page.defaultView
    let asked = 0
    const redraw = (): void => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(() => setCount((count) => count + 1))
    }
    page.addEventListener('scroll', redraw, { capture: true, passive: true })
    view?.addEventListener('resize', redraw)
    const observer = view ? new view.ResizeObserver(redraw) : undefined
    observer?.observe(page.documentElement)
    return () => {
      cancelAnimationFrame(asked)
      page.removeEventListener('scroll', redraw, { capture: true })
      view?.removeEventListener('resize', redraw)
      observer?.disconnect()
    }
  }, [page])
}
