import type { ReactElement } from 'react'
import { LoginIsland } from '#blocks/_shared/islands/login-island.tsx'
import type { TemplateProps } from '#templates/template-props.ts'
import { PageHead } from './page-head.tsx'

/** The login to the restricted area (spec §2.5). It needs scripts, because the token is stored in the browser. */
export function Login({ page, reader, blocks }: TemplateProps): ReactElement {
  return (
    <>
      <PageHead page={page} reader={reader} />
      <div className="login-page">
        <LoginIsland reader={reader} />
        <aside className="login-page__info" aria-label={reader.text('login.infoTitle')}>
          <p className="login-page__title">{reader.text('login.infoTitle')}</p>
          <p>{reader.text('login.info')}</p>
        </aside>
      </div>
      {blocks}
    </>
  )
}
