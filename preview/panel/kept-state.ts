/** What a visitor did on a page: how far it is scrolled, what was typed, what is open. */
export type KeptState = {
  scroll: { x: number; y: number }
  /** The visible section in the middle of the window, and the distance of its top from the top of the window. */
  anchor?: { id: string; top: number }
  values: Map<string, string | boolean>
  open: Set<string>
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fieldSelector = 'input, textarea, select'

/** Records the state of a page before it is reloaded. */
export function keepState(page: Document): KeptState {
  const values = new Map<string, string | boolean>()
  for (const [key, field] of fieldsOf(page)) values.set(key, isToggle(field) ? field.checked : field.value)
  const details = [...page.querySelectorAll('details')]
  const open = new Set(details.flatMap((one, at) => (one.open ? detailsKey(one, at) : [])))
  const view = page.defaultView
  const scroll = { x: view?.scrollX ?? 0, y: view?.scrollY ?? 0 }
  const anchor = anchorOf(page)
  return { scroll, values, open, ...(anchor && { anchor }) }
}

/** Restores the state of a page. What was typed into a field is restored only if the field still exists. */
export function restoreState(page: Document, { scroll, anchor, values, open }: KeptState): void {
  for (const [key, field] of fieldsOf(page)) {
    const value = values.get(key)
    if (value === undefined || (isToggle(field) ? field.checked : field.value) === value) continue
    if (typeof value === 'string') field.value = value
    else if (isToggle(field)) field.checked = value
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
  for (const [at, one] of [...page.querySelectorAll('details')].entries()) {
    if (open.has(detailsKey(one, at))) one.open = true
  }
  const view = page.defaultView
  view?.scrollTo({ left: scroll.x, top: scroll.y, behavior: 'instant' })
  const section = anchor && page.getElementById(anchor.id)
  if (section) view?.scrollBy({ top: section.getBoundingClientRect().top - anchor.top, behavior: 'instant' })
}

/**
 * Returns the section in view. The scroll position alone is not enough, because a draft or late parts may make the page
 * longer above that section.
 */
function anchorOf(page: Document): KeptState['anchor'] {
  if ((page.defaultView?.scrollY ?? 0) === 0) return undefined
  const middle = (page.defaultView?.innerHeight ?? 0) / 2
  const section = [...page.querySelectorAll('main section[id]')].find((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top <= middle && bottom > middle
  })
  return section && { id: section.id, top: section.getBoundingClientRect().top }
}

/**
 * Returns form fields by a key that they have again when the page is reloaded: form, name, and number among equal
 * fields.
 */
function fieldsOf(page: Document): [string, Field][] {
  const counts = new Map<string, number>()
  return [...page.querySelectorAll<Field>(fieldSelector)].flatMap((field): [string, Field][] => {
    if (field.type === 'file' || field.type === 'hidden' || field.type === 'password') return []
    const name = `${field.form?.id ?? ''} ${field.name || field.id} ${isToggle(field) ? field.value : ''}`
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return [[`${name} ${count}`, field]]
  })
}

function isToggle(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function detailsKey(details: HTMLDetailsElement, at: number): string {
  return details.id || `${at}`
}
