import { isObject } from '#hydrate/api/answer.ts'
import { callApi } from '#hydrate/api/call-api.ts'
import { readToken, writeToken } from '#hydrate/api/token.ts'
import { atLeast } from '#hydrate/at-least.ts'
import { keepInLanguages } from '#hydrate/keep-in-languages.ts'
import { idleLogin, type LoginName, type LoginProps, type LoginState, loginNames, otherVisitor } from './login-props.ts'
import { safeReturnPath } from './return-url.ts'

/**
 * Logs in and continues to `returnUrl`. A visitor with a valid token continues immediately (spec §4), unless
 * `otherVisitor` is in the address. Empty fields are reported when they lose the focus (spec §5) and on submit.
 */
export function connectLogin(
  root: HTMLElement,
  { api, home, texts }: LoginProps,
  show: (state: LoginState) => void,
): void {
  const form = root.querySelector('form')
  if (!form) return
  const query = new URLSearchParams(location.search)
  keepInLanguages(query)
  const next = safeReturnPath(query.get('returnUrl'), location.origin) ?? home
  let state = idleLogin
  const change = (next: Partial<LoginState>): void => {
    state = { ...state, ...next }
    show(state)
  }
  const check = (name: LoginName): void => {
    const error = fieldOf(form, name)?.value.trim() ? undefined : texts['validation.required']
    if (state.errors[name] !== error) change({ errors: { ...state.errors, [name]: error } })
  }

  const logIn = async (): Promise<void> => {
    writeToken() // with an expired token the service would refuse the login
    const call = callApi(`${api}/login`, { json: Object.fromEntries(new FormData(form)) })
    const { isGood, body } = await atLeast(call)
    const answered = isGood && isObject(body) && typeof body.token === 'string' ? body.token : ''
    const token = answered.match(/^[!-~]+$/)?.[0] // the rule of `readToken`, whose module every form loads
    writeToken(token)
    if (readToken()) return location.replace(next) // Back then leads to the page before the login
    change({ phase: token ? 'unkept' : 'failed' })
    form.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' }) // a phone's keyboard may cover it
  }

  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (state.phase === 'busy') return
    for (const name of loginNames) check(name)
    const wrong = loginNames.find((name) => state.errors[name])
    if (wrong) return fieldOf(form, wrong)?.focus()
    change({ phase: 'busy' })
    void logIn()
  })
  // As in other forms, no message appears while the mouse button is down. These lines are repeated here, because a
  // module that both use would be one more request.
  let press: unknown
  form.addEventListener('mousedown', () => {
    press = new Promise((done) => addEventListener('mouseup', done, { once: true }))
  })
  form.addEventListener('focusout', async ({ target }) => {
    await press
    if (target instanceof HTMLInputElement && state.phase !== 'busy') check(target.name as LoginName)
  })
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && state.errors[target.name as LoginName]) check(target.name as LoginName)
  })
  addEventListener('pageshow', (event: PageTransitionEvent) => {
    if (event.persisted) change({ phase: 'idle' }) // the visitor has come back
  })
  change({}) // enables the form
  if (readToken() && !query.has(otherVisitor)) {
    void callApi(`${api}/token/check`).then(({ isGood }) => {
      if (isGood && readToken()) location.replace(next) // no token is left while another visitor logs in
    })
  }
}

function fieldOf(form: HTMLFormElement, name: LoginName): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>(`[name=${name}]`)
}
