const shortest = 3

export type PhraseField = {
  control: HTMLInputElement
  /** Whether the phrase is fit to be searched; the message follows. */
  check: () => boolean
  /** Takes the message away. */
  clear: () => void
}

/**
 * Lets the site itself say at the field of a search form that a phrase needs three characters, trimmed (spec §5): when the form is sent,
 * which is prevented then, and when the field loses the focus. `undefined` for a form without such a field.
 */
export function connectPhrase(form: HTMLFormElement): PhraseField | undefined {
  const control = form.querySelector<HTMLInputElement>('[name=q]')
  const error = form.querySelector<HTMLElement>('.field__error')
  if (!control || !error) return undefined
  const show = (isFit: boolean): boolean => {
    error.hidden = isFit
    control.setAttribute('aria-invalid', String(!isFit))
    if (isFit) control.removeAttribute('aria-describedby')
    else control.setAttribute('aria-describedby', error.id)
    return isFit
  }
  const check = (): boolean => show([...control.value.trim()].length >= shortest)
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    if (check()) return
    event.preventDefault()
    event.stopImmediatePropagation()
    control.focus()
  })
  control.addEventListener('blur', () => {
    if (control.value) check()
  })
  control.addEventListener('input', () => {
    if (!error.hidden) check()
  })
  return { control, check, clear: () => show(true) }
}
