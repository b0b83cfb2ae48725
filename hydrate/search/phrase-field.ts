export type PhraseField = {
  control: HTMLInputElement
  /** Returns whether the phrase is valid, and updates the message. */
  check: () => boolean
  /** Hides the message. */
  clear: () => void
}

/**
 * Replaces the browser's message about a phrase that is too short after trimming (spec §5). The message is shown at the
 * field when the form is submitted, which is prevented, and when the field loses the focus. Returns `undefined` for a
 * form without such a field.
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
  const check = (): boolean => show([...control.value.trim()].length >= control.minLength)
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
