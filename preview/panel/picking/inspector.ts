import { type PageContent, type Picked, pickField } from './pick-field.ts'

export type InspectorOptions = {
  content: () => PageContent
  /** Resolves when the fields of the page are known. */
  known: () => Promise<void>
  onPick: (picked: Picked) => void
  onHover: (picked: Picked | undefined) => void
}

/**
 * Whether an event is on a form field or dialog. A click there picks a field of the page, and also has its usual
 * effect.
 */
function isTool({ target }: Event): boolean {
  return (target as Element | null)?.closest?.('input, textarea, select, label, dialog') != null
}

/**
 * Makes clicks on a page pick fields instead of following links. With Alt held, clicks work as usual. Returns a
 * function that undoes this.
 */
export function inspectPage(page: Document, { content, known, onPick, onHover }: InspectorOptions): () => void {
  const elementAt = (event: Event): Element | undefined => {
    // The page belongs to another realm, so its elements are not instances of our `Element`.
    const target = event.target as Element | null
    return target?.nodeType === 1 ? target : undefined
  }
  const stop = (event: Event): boolean => {
    if ((event as MouseEvent).altKey || isTool(event)) return false
    event.preventDefault()
    event.stopImmediatePropagation()
    return true
  }
  const click = (event: Event): void => {
    if (!stop(event) && (event as MouseEvent).altKey) return
    const element = elementAt(event)
    if (element) void known().then(() => onPick(pickField(element, content())))
  }
  const over = (event: Event): void => {
    const element = elementAt(event)
    onHover(element && pickField(element, content()))
  }
  const end = new AbortController()
  const first = { capture: true, signal: end.signal }
  page.addEventListener('click', click, first)
  page.addEventListener('mousedown', stop, first)
  page.addEventListener('mouseover', over, first)
  page.documentElement.addEventListener('mouseleave', () => onHover(undefined), { signal: end.signal })
  return () => {
    end.abort()
    onHover(undefined)
  }
}
