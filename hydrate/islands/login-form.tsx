import type { ReactElement } from 'react'
import { idleLogin, type LoginName, type LoginProps, type LoginState } from '#hydrate/login/login-props.ts'

const messages: Partial<Record<LoginState['phase'], string>> = { failed: 'error.login', unkept: 'login.unkept' }

/** The login to the restricted area (spec §2.5). Disabled until its script runs, unless it also works without. */
export function LoginForm({ api, texts, isNative, state }: LoginProps & { state?: LoginState }): ReactElement {
  const { phase, errors } = state ?? idleLogin
  const isBusy = phase === 'busy'
  const message = messages[phase]
  return (
    <form className="login-form" id="login" action={`${api}/login`} method="post" aria-busy={isBusy ? true : undefined}>
      <fieldset className="login-form__parts" disabled={!state && !isNative}>
        <legend className="visually-hidden">{texts['login.submit']}</legend>
        <p className={message && 'notice is-error'} role="alert">
          {message && <span key={phase}>{texts[message]}</span>}
        </p>
        <LoginField name="login" type="text" autoComplete="username" texts={texts} error={errors.login} />
        <LoginField
          name="password"
          type="password"
          autoComplete="current-password"
          texts={texts}
          error={errors.password}
        />
        <div className="login-form__send">
          <button className="button is-primary" type="submit" aria-disabled={isBusy ? true : undefined}>
            <span key={phase}>{texts[isBusy ? 'login.busy' : 'login.submit']}</span>
          </button>
          <span className={isBusy ? 'loader is-on' : 'loader'} aria-hidden="true" />
        </div>
      </fieldset>
    </form>
  )
}

export { connectLogin as connect } from '#hydrate/login/connect-login.ts'

type LoginFieldProps = {
  name: LoginName
  type: string
  autoComplete: string
  texts: Record<string, string>
  error: string | undefined
}

function LoginField({ name, type, autoComplete, texts, error }: LoginFieldProps): ReactElement {
  const id = `login-${name}`
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {texts[`login.${name}`]}
      </label>
      <p key={error} id={`${id}-error`} className="field__error" hidden={!error}>
        {error}
      </p>
      <input
        className="field__control"
        autoCapitalize={type === 'text' ? 'none' : undefined}
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        required
        aria-describedby={`${id}-error`}
        aria-invalid={Boolean(error)}
      />
    </div>
  )
}
