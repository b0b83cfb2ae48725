import { type PageContent, type Picked, pickField } from './pick-field.ts'

export type InspectorOptions = {
  content: () => PageContent
  /** Fulfilled when the fields of the page are known. */
  known: () => Promise<void>
  onPick: (picked: Picked) => void
  onHover: (picked: Picked | undefined) => void
}

/** True for a click on a form field or dialog: it picks a field of the page, and also does its own work. */
function isTool({ target }: Event): boolean {
  return (target as Element | null)?.closest?.('input, textarea, select, label, dialog') != null
}

/** Makes clicks on a page pick fields in place of following links; with Alt held they work as ever. Gives a function that undoes it. */
export function inspectPage(page: Document, { content, known, onPick, onHover }: InspectorOptions): () => void {
  const elementAt = (event: Event): Element | undefined => {
    // The page is of another realm, so that its elements are no `Element` of ours.
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
