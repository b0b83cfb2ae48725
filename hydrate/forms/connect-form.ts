import { checkChosen, checkText } from './check-field.ts'
import { formBody } from './form-body.ts'
import { type FormProps, type FormState, idleForm } from './form-props.ts'
import { consentName } from './form-spec.ts'
import { checkChecked } from './rules.ts'
import { sendForm } from './send-form.ts'
import { refusalOf } from './violations.ts'

/**
 * Detail of the event `form-send`, which bubbles from a form about to be sent: listeners may add a value that travels with it
 * (the token of a bot check), each within a time limit of its own.
 */
export type FormSendDetail = { extras: Promise<[name: string, value: string] | undefined>[] }

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Gives a form its behaviour: fields checked when they lose focus, all of them at submit; sent once; errors at their fields. */
export function connectForm(root: HTMLElement, props: FormProps, show: (state: FormState) => void): void {
  const { spec } = props
  const form = root.querySelector('form')
  if (!form) return
  let state: FormState = idleForm
  let isSending = false
  let key: string | undefined

  const change = (next: Partial<FormState>): void => {
    state = { ...state, ...next }
    show(state)
  }
  const focus = (part: string): void => root.querySelector<HTMLElement>(part)?.focus()

  const refuse = (errors: FormState['errors'], notes: string[] = []): void => {
    change({ phase: 'refused', errors, notes })
    focus('.form__summary')
  }

  const check = async (control: Control): Promise<void> => {
    const message = await messageOf(control, props)
    const { [control.name]: before, ...errors } = state.errors
    if (isSending || message === before) return
    change({ errors: message ? { ...errors, [control.name]: message } : errors })
  }

  const submit = async (): Promise<void> => {
    const errors = await messagesOf(form, props)
    if (Object.keys(errors).length > 0) return refuse(errors)
    change({ phase: 'busy', errors: {}, progress: undefined })
    key ??= newKey()
    const body = formBody(await dataOf(form), spec)
    const onProgress = (share: number): void => change({ progress: Math.round(share * 100) })
    const answer = await sendForm({ action: props.action, body, key, onProgress })
    const refusal = answer.isGood ? undefined : refusalOf(answer.body, spec)
    if (refusal) return refuse(refusal.errors, refusal.notes)
    if (!answer.isGood) return change({ phase: 'failed', isOffline: !navigator.onLine })
    key = undefined
    form.reset()
    change({ phase: 'done' })
    focus('.form__done')
  }

  form.noValidate = true
  root.addEventListener('focusout', ({ target, relatedTarget }) => {
    // The error would move the button away from under the pointer that is about to send the form.
    if (isControl(target) && !(relatedTarget instanceof HTMLButtonElement)) void check(target)
  })
  root.addEventListener('input', ({ target }) => {
    key = undefined // what is sent next is another entry
    if (isControl(target) && state.errors[target.name]) void check(target)
  })
  root.addEventListener('change', ({ target }) => {
    if (isControl(target) && /file|checkbox|select/.test(target.type)) void check(target)
  })
  root.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('.form__summary a')
    if (!link) return
    event.preventDefault()
    const control = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
    control?.parentElement?.scrollIntoView()
    control?.focus({ preventScroll: true })
  })
  root.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    void submit().finally(() => {
      isSending = false
    })
  })
}

function isControl(target: EventTarget | null): target is Control {
  return target instanceof HTMLElement && 'name' in target && !(target instanceof HTMLButtonElement)
}

/** What is wrong with each field, by the names of the controls, in the order of the form. */
async function messagesOf(form: HTMLFormElement, props: FormProps): Promise<Record<string, string>> {
  const messages: Record<string, string> = {}
  for (const control of [...form.elements].filter(isControl)) {
    const message = await messageOf(control, props)
    if (message) messages[control.name] = message
  }
  return messages
}

async function messageOf(control: Control, props: FormProps): Promise<string | undefined> {
  const key = await problemOf(control, props)
  return key && (props.texts[key] ?? key)
}

async function problemOf(control: Control, props: FormProps): Promise<string | undefined> {
  const { fields, consents } = props.spec
  const field = fields.find(({ name }) => name === control.name)
  if (!field) {
    const isConsent = consents.some((consent) => consentName(consent) === control.name)
    return isConsent ? checkChecked((control as HTMLInputElement).checked) : undefined
  }
  if (field.kind === 'checkbox') return undefined
  if (control instanceof HTMLInputElement && control.files) return checkChosen(field, [...control.files], props)
  return control.validity.badInput ? 'validation.invalid' : checkText(field, control.value, props.locale)
}

async function dataOf(form: HTMLFormElement): Promise<FormData> {
  const data = new FormData(form)
  const detail: FormSendDetail = { extras: [] }
  form.dispatchEvent(new CustomEvent('form-send', { bubbles: true, detail }))
  for (const extra of await Promise.all(detail.extras)) if (extra) data.set(...extra)
  return data
}

/** `randomUUID` exists on https only. */
function newKey(): string {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
}
