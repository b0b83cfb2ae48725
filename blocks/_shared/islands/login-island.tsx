import type { ReactElement } from 'react'
import { Island } from '#blocks/_shared/island.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { LoginForm } from '#hydrate/islands/login-form.tsx'
import { loginTextKeys } from '#hydrate/login/login-props.ts'

export function LoginIsland({ reader }: { reader: Reader }): ReactElement {
  const props = {
    api: reader.site.apiBase,
    home: reader.page('home') ?? '/',
    isNative: reader.site.nativeForms,
    texts: Object.fromEntries(loginTextKeys.map((key) => [key, reader.text(key)])),
  }
  return (
    <Island
      name="login-form"
      Component={LoginForm}
      props={props}
      on="load"
      reader={reader}
      noscript={reader.text('login.noscript')}
    />
  )
}
