import type { Control } from './fields/field-problem.ts'
import { keepWithEntry } from './keep-with-entry.ts'

/** Keeps typed values in the page's history entry, as browsers do not restore fields that are disabled at first. */
export function keepTyped(form: HTMLFormElement): void {
  let kept: Record<string, unknown> = history.state?.[form.id] ?? {}
  const keep = (next: typeof kept): void => {
    kept = next
    keepWithEntry(form.id, kept)
  }
  for (const control of form.elements as Iterable<Element> as Iterable<Control>) {
    if (control.name in kept) Reflect.set(control, chosenIn(control), kept[control.name])
  }
  const onChange = ({ target }: Event): void => {
    const control = target as Control // only controls change in a form
    if (control.type !== 'file') keep({ ...kept, [control.name]: Reflect.get(control, chosenIn(control)) })
  }
  for (const type of ['input', 'change']) form.addEventListener(type, onChange)
  form.addEventListener('reset', () => keep({}))
  addEventListener('hashchange', () => keep(kept)) // a link within the page makes a new entry
}

/** Returns the property that holds the visitor's input. */
function chosenIn({ type }: Control): 'checked' | 'value' {
  return type === 'checkbox' ? 'checked' : 'value'
}
