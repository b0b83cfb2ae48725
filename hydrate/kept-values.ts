type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const storageKey = 'kept-values'
const secret = /^(?:file|password|hidden)$/

/** Puts what stands in the page's fields aside for a reload; files and passwords cannot be. False when there is no storage. */
export function keepValues(): boolean {
  const values = [...controls()].map(([name, control]) => [name, stateOf(control)])
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([location.pathname, values]))
    return true
  } catch {
    return false
  }
}

/** Puts back what `keepValues` put aside on this page, once. */
export function restoreValues(): void {
  try {
    const [path, values] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    sessionStorage.removeItem(storageKey)
    if (path !== location.pathname) return
    const byName = new Map<string, string | boolean>(values)
    for (const [name, control] of controls()) {
      const value = byName.get(name)
      if (typeof value === 'boolean') (control as HTMLInputElement).checked = value
      else if (value) control.value = value
    }
  } catch {
    // no storage, or not ours: nothing to put back
  }
}

function* controls(): Generator<[string, Control]> {
  for (const control of document.querySelectorAll<Control>('input,textarea,select')) {
    if (!secret.test(control.type)) yield [`${control.form?.id}/${control.name}`, control]
  }
}

function stateOf(control: Control): string | boolean {
  return control.type === 'checkbox' ? (control as HTMLInputElement).checked : control.value
}
