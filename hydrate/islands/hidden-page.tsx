import type { ReactElement } from 'react'
import type { HiddenProps, HiddenState } from '#hydrate/hidden/hidden-props.ts'

const messages: Partial<Record<HiddenState['phase'], string>> = {
  denied: 'restricted.denied',
  'no-page': 'restricted.noPage',
  missing: 'error.errorDescription404',
  failed: 'error.errorDescription500',
}

/** A page of the restricted area, which is fetched with the visitor's token and is never in the export. */
export function HiddenPage({ texts, pages, state }: HiddenProps & { state?: HiddenState }): ReactElement {
  const { phase, markup = '', login } = state ?? { phase: 'loading' }
  const isLoading = phase === 'loading'
  const message = messages[phase]
  return (
    <>
      <p className="visually-hidden" role="status">
        {isLoading && <span>{texts['restricted.loading']}</span>}
      </p>
      <span className={isLoading ? 'loader is-on' : 'loader'} aria-hidden="true">
        {texts['restricted.loading']}
      </span>
      <div className="restricted-page__state" hidden={!message}>
        <p className={phase === 'no-page' ? 'notice' : 'notice is-error'} role="alert">
          {message && <span>{texts[message]}</span>}
        </p>
        {message && (
          <p className="ways">
            {phase === 'failed' && (
              <button className="button is-quiet" type="button" data-again="">
                {texts['error.tryAgain']}
              </button>
            )}{' '}
            {login && (
              <a className="button is-primary" href={login}>
                {texts['restricted.login']}
              </a>
            )}{' '}
            {pages.contact && (
              <a className="button is-quiet" href={pages.contact}>
                {texts['restricted.ask']}
              </a>
            )}{' '}
            {pages.home && (
              <a className="button is-quiet" href={pages.home}>
                {texts['error.home']}
              </a>
            )}
          </p>
        )}
      </div>
      <div
        className="restricted-page__parts"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own components, editors' HTML in it cleaned by DOMPurify
        dangerouslySetInnerHTML={{ __html: markup }}
      />
    </>
  )
}

export { connectHiddenPage as connect } from '#hydrate/hidden/connect-hidden-page.ts'
