import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Lets React take over prerendered markup. Returns a function that renders other views into its place. Both are
 * synchronous. React replaces markup that a browser has translated, so typed values and the focus are copied to the new
 * fields. Preact keeps the fields.
 */
export function takeOver(root: Element, element: ReactNode): (next: ReactNode) => void {
  const fields = [...root.querySelectorAll<Field>('input,select,textarea')]
  const { activeElement } = document
  const view = flushSync(() => hydrateRoot(root, element))
  for (const field of fields) {
    const newField = document.getElementById(field.id)
    if (field.isConnected || !newField) continue
    const chosen = field instanceof HTMLInputElement && field.files ? ['files'] : ['value', 'checked']
    for (const key of chosen) if (key in field) Reflect.set(newField, key, Reflect.get(field, key))
    if (field === activeElement) newField.focus()
  }
  return (next) => flushSync(() => view.render(next))
}
