import type { ReactElement } from 'react'
import { callApi, isObject } from '#hydrate/call-api.ts'
import { safeReturnPath } from '#hydrate/return-url.ts'
import { readToken, writeToken } from '#hydrate/token.ts'

export type LoginProps = {
  /** Base address of the service. */
  api: string
  /** Where a login without `returnUrl` leads. */
  home: string
  /** Texts by key. */
  texts: Record<string, string>
}

export type LoginState = 'busy' | 'failed'

export const loginTextKeys = ['error.login', 'login.login', 'login.password', 'login.submit', 'login.busy']

/** The login to the restricted area (spec §2.5). */
export function LoginForm({ api, texts, state }: LoginProps & { state?: LoginState }): ReactElement {
  const isBusy = state === 'busy'
  return (
    <form className="login-form" id="login" action={`${api}/login`} method="post" aria-busy={isBusy ? true : undefined}>
      <p className={state === 'failed' ? 'notice is-error' : undefined} role="alert">
        {state === 'failed' ? texts['error.login'] : undefined}
      </p>
      <LoginField name="login" type="text" label={texts['login.login']} autoComplete="username" />
      <LoginField name="password" type="password" label={texts['login.password']} autoComplete="current-password" />
      <button className="button is-primary" type="submit" aria-disabled={isBusy ? true : undefined}>
        {texts[isBusy ? 'login.busy' : 'login.submit']}
      </button>
    </form>
  )
}

type LoginFieldProps = { name: string; type: string; label: string | undefined; autoComplete: string }

function LoginField({ name, type, label, autoComplete }: LoginFieldProps): ReactElement {
  return (
    <div className="field">
      <label className="field__label" htmlFor={`login-${name}`}>
        {label}
      </label>
      <input
        className="field__control"
        id={`login-${name}`}
        name={name}
        type={type}
        autoComplete={autoComplete}
        required
      />
    </div>
  )
}

/** Logs in and goes on to `returnUrl`; a visitor whose token is still good goes on at once (spec §4). */
export function connect(root: HTMLElement, { api, home }: LoginProps, show: (state: LoginState) => void): void {
  let isBusy = false
  const next = safeReturnPath(new URLSearchParams(location.search).get('returnUrl'), location.origin) ?? home

  const logIn = async (form: HTMLFormElement): Promise<void> => {
    const { isGood, body } = await callApi(`${api}/login`, { json: Object.fromEntries(new FormData(form)) })
    const token = isGood && isObject(body) && typeof body.token === 'string' ? body.token : ''
    writeToken(token)
    if (token) location.assign(next)
    else show('failed')
  }

  root.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isBusy || !(event.target instanceof HTMLFormElement)) return
    isBusy = true
    show('busy')
    void logIn(event.target).finally(() => {
      isBusy = false
    })
  })
  if (readToken()) {
    void callApi(`${api}/token/check`).then(({ isGood }) => {
      if (isGood) location.replace(next)
    })
  }
}
