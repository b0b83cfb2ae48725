export type LoginProps = {
  /** Base address of the service. */
  api: string
  /** Where a login without `returnUrl` leads. */
  home: string
  /** Texts by key. */
  texts: Record<string, string>
  /** Whether the browser may send the form by itself. Otherwise the form is disabled until its script is there. */
  isNative?: boolean
}

export const loginNames = ['login', 'password'] as const
export type LoginName = (typeof loginNames)[number]

/** `unkept`: the browser stores no token. `errors` are said at their fields. */
export type LoginState = {
  phase: 'idle' | 'busy' | 'failed' | 'unkept'
  errors: Partial<Record<LoginName, string>>
}

export const idleLogin: LoginState = { phase: 'idle', errors: {} }

/** A name in the query of the login page. With it a visitor who has a good token stays on the page, to log in as somebody else. */
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
