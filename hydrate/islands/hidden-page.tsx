import type { ReactElement } from 'react'
import { connectHiddenPage } from '#hydrate/hidden/connect-hidden-page.ts'
import type { HiddenProps, HiddenState } from '#hydrate/hidden/hidden-props.ts'
import type { Part } from '#hydrate/hidden/read-parts.ts'

/** A page of the restricted area, fetched with the visitor's token; its text is never in the export. */
export function HiddenPage({ texts, login, home, state }: HiddenProps & { state?: HiddenState }): ReactElement {
  const { phase = 'loading', parts = [] } = state ?? {}
  const message = {
    denied: 'restricted.denied',
    missing: 'error.errorDescription404',
    failed: 'error.errorDescription500',
  }
  return (
    <>
      <p className="loader" role="status" hidden={phase !== 'loading'}>
        {phase === 'loading' ? texts['restricted.loading'] : undefined}
      </p>
      <p className="notice is-error" role="alert" hidden={!(phase in message)}>
        {texts[message[phase as keyof typeof message]]}
      </p>
      <div className="restricted-page__parts">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page never change their order
          <PartView key={index} part={part} />
        ))}
      </div>
      <p className="restricted-page__ways" hidden={phase === 'done'}>
        {login && (
          <a className="button is-quiet" href={login} data-login="">
            {texts['restricted.login']}
          </a>
        )}
        {home && (
          <a className="button is-quiet" href={home}>
            {texts['error.home']}
          </a>
        )}
      </p>
    </>
  )
}

export const connect = connectHiddenPage

function PartView({ part }: { part: Part }): ReactElement {
  switch (part.kind) {
    case 'heading':
      return part.level === 2 ? <h2>{part.text}</h2> : <h3>{part.text}</h3>
    case 'text':
      return <p>{part.text}</p>
    case 'html':
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify
      return <div className="rich-text" dangerouslySetInnerHTML={{ __html: part.html }} />
    case 'image':
      return <img src={part.src} alt={part.alt} loading="lazy" />
    case 'link':
      return (
        <p>
          <a href={part.href}>{part.text}</a>
        </p>
      )
  }
}
