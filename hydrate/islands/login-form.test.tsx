import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LoginForm } from './login-form.tsx'

it('names the group of the login fields for screen readers', () => {
  const html = renderToStaticMarkup(<LoginForm api="/api" home="/" texts={{ 'login.submit': 'Log in' }} />)
  expect(html).toMatch(/<fieldset [^>]*><legend class="visually-hidden">Log in<\/legend>/)
})

it('lets password managers fill in its fields, and phones begin a login with a small letter', () => {
  const html = renderToStaticMarkup(<LoginForm api="/api" home="/" texts={{}} />)
  expect(html).toMatch(/<input [^>]*autoCapitalize="none"[^>]*type="text" autoComplete="username"/i)
  expect(html).toMatch(/<input [^>]*type="password" autoComplete="current-password"/i)
  expect(html.match(/autoCapitalize/gi), 'which HTML does not allow at a password').toHaveLength(1)
})
