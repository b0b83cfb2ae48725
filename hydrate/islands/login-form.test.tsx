import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LoginForm } from './login-form.tsx'

it('names the group of the login fields for screen readers', () => {
  const html = renderToStaticMarkup(<LoginForm api="/api" home="/" texts={{ 'login.submit': 'Log in' }} />)
  expect(html).toMatch(/<fieldset [^>]*><legend class="visually-hidden">Log in<\/legend>/)
})
