import type { Control } from './fields/field-problem.ts'
import { keepWithEntry } from './keep-with-entry.ts'

/** Keeps what was typed with the page's entry of the history: browsers restore nothing in fields that are disabled when a page is back. */
export function keepTyped(form: HTMLFormElement): void {
  let kept: Record<string, unknown> = history.state?.[form.id] ?? {}
  const keep = (next: typeof kept): void => {
    kept = next
    keepWithEntry(form.id, kept)
  }
  for (const control of form.elements as Iterable<Element> as Iterable<Control>) {
    if (control.name in kept) Reflect.set(control, chosenIn(control), kept[control.name])
  }
  form.addEventListener('input', ({ target }) => {
    const control = target as Control // nothing else changes in a form
    if (control.type !== 'file') keep({ ...kept, [control.name]: Reflect.get(control, chosenIn(control)) })
  })
  form.addEventListener('reset', () => keep({}))
  addEventListener('hashchange', () => keep(kept)) // a link to a place of the page makes a new entry
}

/** The property that holds what a visitor chose. */
function chosenIn({ type }: Control): 'checked' | 'value' {
  return type === 'checkbox' ? 'checked' : 'value'
}
