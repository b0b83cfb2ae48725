import type { ReactElement, ReactNode } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { PageView } from './page-view.ts'

export type ShellProps = { page: PageView; reader: Reader; children: ReactNode }

/** What stands around the content of every page: skip link, header, main, footer and the way back to the top. */
export function Shell({ page, reader, children }: ShellProps): ReactElement {
  return (
    <>
      {/* The skip link cannot be the target: it would take the focus, be fixed, and so be in view already. */}
      <div id="top" />
      <a className="skip-link" href="#content">
        {reader.text('header.skip')}
      </a>
      <Header page={page} reader={reader} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer reader={reader} />
      <a className="to-top" href="#top" data-to-top="">
        <Icon name="up" />
        <span className="visually-hidden">{reader.text('footer.toTop')}</span>
      </a>
      <ConsentDialog page={page} reader={reader} />
    </>
  )
}
