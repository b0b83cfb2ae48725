import type { ReactElement } from 'react'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { IntroBanner } from './intro-banner.tsx'
import type { TemplateProps } from './template-props.ts'

/** The login to the restricted area (spec §2.5). Logging in needs script, as the token is kept in the browser. */
export function Login({ page, reader, blocks }: TemplateProps): ReactElement {
  return (
    <>
      <IntroBanner intro={page.intro} reader={reader} />
      <Breadcrumbs crumbs={page.crumbs} reader={reader} />
      <div className="login-page">
        <form
          className="login-form"
          id="login"
          action={`${reader.site.apiBase}/login`}
          method="post"
          data-island="login"
        >
          <p className="notice is-error" role="alert" hidden>
            {reader.text('error.login')}
          </p>
          <div className="field">
            <label className="field__label" htmlFor="login-name">
              {reader.text('login.login')}
            </label>
            <input
              className="field__control"
              id="login-name"
              name="login"
              type="text"
              autoComplete="username"
              required
            />
          </div>
          <div className="field">
            <label className="field__label" htmlFor="login-password">
              {reader.text('login.password')}
            </label>
            <input
              className="field__control"
              id="login-password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
          </div>
          <button className="button is-primary" type="submit">
            {reader.text('login.submit')}
          </button>
        </form>
        <aside className="login-page__info" aria-label={reader.text('login.infoTitle')}>
          <p className="login-page__title">{reader.text('login.infoTitle')}</p>
          <p>{reader.text('login.info')}</p>
          <noscript>
            <p>{reader.text('login.noscript')}</p>
          </noscript>
        </aside>
      </div>
      {blocks}
    </>
  )
}
