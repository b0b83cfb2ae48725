import { orWithoutToken, storedId } from '#hydrate/api/answer.ts'
import { countCharacters } from './count-characters.ts'
import { entryKeys } from './entry-keys.ts'
import {
  type Control,
  isControl,
  loadFileParts,
  messageOf,
  messagesOf,
  orWithout,
  roomOf,
} from './fields/field-problem.ts'
import { filledIn, formBody } from './form-body.ts'
import { type FormProps, type FormState, idleForm } from './form-props.ts'
import { ignoreSecondClick } from './ignore-second-click.ts'
import { keepTyped } from './keep-typed.ts'
import { sendForm } from './send-form.ts'
import { type Refusal, refusalOf } from './violations.ts'

/**
 * Detail of the event `form-send`, which bubbles from a form that is about to be sent. Listeners may add values that
 * are sent with the form, such as the token of a bot check. Each listener sets its own time limit.
 */
export type FormSendDetail = { extras: Promise<[name: string, value: string] | undefined>[] }

/** Checks each field of a form when it loses the focus and all fields on submit, sends the form and shows errors. */
export function connectForm(root: HTMLElement, props: FormProps, show: (state: FormState) => void): void {
  const { spec } = props
  const form = root.querySelector('form')
  if (!form) return
  const keyOf = entryKeys(form)
  let state: FormState = idleForm
  let isSending = false

  const change = (next: Partial<FormState>): void => {
    state = { ...state, ...next }
    show(state)
  }
  // WebKit does not scroll to a focused element that a change has moved out of view.
  const focus = (selector: string): void => {
    const part = root.querySelector<HTMLElement>(selector)
    ;(part?.closest('.field') ?? part)?.scrollIntoView()
    part?.focus({ preventScroll: true })
  }

  const refuse = (refusal: Refusal): void => {
    change({ phase: 'refused', ...refusal })
    focus('.form__summary')
  }

  // A message or a list of files that appears while the mouse button is down moves the pressed element, and the click
  // is lost.
  let press: unknown
  root.addEventListener('mousedown', () => {
    press = new Promise((done) => addEventListener('mouseup', done, { once: true }))
  })

  const check = async (control: Control): Promise<void> => {
    const message = await messageOf(control, props)
    const { [control.name]: before, ...errors } = state.errors
    if (isSending || message === before) return
    change({ errors: message ? { ...errors, [control.name]: message } : errors })
  }

  const count = countCharacters({ props, state: () => state, change })

  const take = async (input: HTMLInputElement): Promise<void> => {
    const parts = await loadFileParts()
    await press
    if (parts) parts.takeChoice(input, props)
    else root.classList.add('has-plain-files')
    await check(input)
  }

  const submit = async (): Promise<void> => {
    const errors = await messagesOf(form, props)
    if (Object.keys(errors).length > 0) return refuse({ errors, notes: [] })
    // Fields are inert while the form is sent, because changes would be lost once it is stored. So the focus moves to
    // the button.
    form.querySelector<HTMLElement>('[type=submit]')?.focus()
    change({ phase: 'busy', before: state.phase, progress: undefined })
    const data = filledIn(new FormData(form))
    const key = keyOf(data)
    await addExtras(form, data)
    const onProgress = (share: number): void => change({ progress: Math.round(share * 100) })
    const sending = { action: props.action, body: formBody(data, spec), key, onProgress }
    const answer = await orWithoutToken(() => sendForm(sending))
    if (storedId(answer) !== undefined) {
      form.reset()
      change({ ...idleForm, phase: 'done' })
      return focus('.form__done')
    }
    const refusal = refusalOf(answer, spec)
    if (refusal) return refuse(refusal)
    change({ phase: 'failed', errors: {}, notes: [], failure: await failureText(answer.headers, props) })
    root.querySelector('.form__failure')?.scrollIntoView({ block: 'center' }) // it may be out of view after Enter
  }

  form.noValidate = true
  root.addEventListener('focusout', async ({ target }) => {
    await press
    if (isControl(target)) void check(target)
  })
  // Some password managers fill in a field without an `input` event.
  root.addEventListener(
    'change',
    ({ target }) => {
      const control = target as HTMLInputElement // or another control, without a pattern: only controls change in a form
      if (control.pattern) control.value = control.value.normalize('NFKC') // full-width digits become plain ones
      if (state.errors[control.name]) void check(control)
    },
    true, // before `keepTyped`
  )
  root.addEventListener('input', ({ target }) => {
    if (!isControl(target)) return
    if ('files' in target && target.files) void take(target)
    else if (state.errors[target.name] || roomOf(target, props) < 0) void check(target)
    count(target)
  })
  root.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.form__summary a')
    if (!link) return
    event.preventDefault()
    focus(link.hash)
  })
  root.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    void submit().finally(() => {
      isSending = false
    })
  })
  ignoreSecondClick(root)
  keepTyped(form)
  for (const input of root.querySelectorAll<HTMLInputElement>('[type=file]')) if (input.files?.length) void take(input)
  change({})
}

async function addExtras(form: HTMLFormElement, data: FormData): Promise<void> {
  const detail: FormSendDetail = { extras: [] }
  form.dispatchEvent(new CustomEvent('form-send', { bubbles: true, detail }))
  for (const extra of await Promise.all(detail.extras)) if (extra) data.set(...extra)
}

/** Returns what a form says about a failure. The code for services that ask to wait is loaded when it is needed. */
async function failureText(headers: string, props: FormProps): Promise<string> {
  const wait =
    headers.includes('retry-after') &&
    (await orWithout(import('./wait-words.ts').then((part) => part.waitWords(headers, props))))
  return wait || `${props.texts['form.failure']} ${navigator.onLine ? '' : props.texts['form.offline']}`
}
