export type LoginProps = {
  /** Base address of the service. */
  api: string
  /** Address of the page after a login without `returnUrl`. */
  home: string
  /** Texts by key. */
  texts: Record<string, string>
  /** Whether the browser may send the form without scripts. Otherwise the form is disabled until its script runs. */
  isNative?: boolean
}

export const loginNames = ['login', 'password'] as const
export type LoginName = (typeof loginNames)[number]

/** `unkept`: the browser does not store the token. `errors` are shown at their fields. */
export type LoginState = {
  phase: 'idle' | 'busy' | 'failed' | 'unkept'
  errors: Partial<Record<LoginName, string>>
}

export const idleLogin: LoginState = { phase: 'idle', errors: {} }

/** A parameter of the login page. With it, visitors with a valid token can log in as somebody else. */
export const otherVisitor = 'other'

export const loginTextKeys = [
  'error.login',
  'login.login',
  'login.password',
  'login.submit',
  'login.busy',
  'login.unkept',
  'validation.required',
]
