import { type PageContent, type Picked, pickField } from './pick-field.ts'

export type InspectorOptions = {
  content: () => PageContent | undefined
  onPick: (picked: Picked) => void
  onHover: (picked: Picked | undefined) => void
}

/** Fields and dialogs are there to be used; a click picks them, and works too. */
function isTool({ target }: Event): boolean {
  return (target as Element | null)?.closest?.('input, textarea, select, label, dialog') != null
}

/** Makes clicks on a page pick fields in place of following links; with Alt held they work as ever. Gives what undoes it. */
export function inspectPage(page: Document, { content, onPick, onHover }: InspectorOptions): () => void {
  const pickedAt = (event: Event): Picked | undefined => {
    const known = content()
    // The page is of another realm, so that its elements are no `Element` of ours.
    const target = event.target as Element | null
    return known && target?.nodeType === 1 ? pickField(target, known) : undefined
  }
  const stop = (event: Event): boolean => {
    if ((event as MouseEvent).altKey || isTool(event)) return false
    event.preventDefault()
    event.stopImmediatePropagation()
    return true
  }
  const click = (event: Event): void => {
    if (!stop(event) && (event as MouseEvent).altKey) return
    const picked = pickedAt(event)
    if (picked) onPick(picked)
  }
  const over = (event: Event): void => onHover(pickedAt(event))
  const out = (): void => onHover(undefined)
  page.addEventListener('click', click, true)
  page.addEventListener('mousedown', stop, true)
  page.addEventListener('mouseover', over, true)
  page.documentElement.addEventListener('mouseleave', out)
  return () => {
    page.removeEventListener('click', click, true)
    page.removeEventListener('mousedown', stop, true)
    page.removeEventListener('mouseover', over, true)
    page.documentElement.removeEventListener('mouseleave', out)
    onHover(undefined)
  }
}
