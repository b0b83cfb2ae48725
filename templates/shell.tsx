import type { ReactElement, ReactNode } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { PageView } from './page-view.ts'

export type ShellProps = { page: PageView; reader: Reader; children: ReactNode }

/** What stands around the content of every page: skip link, header, main, footer and the way back to the top. */
export function Shell({ page, reader, children }: ShellProps): ReactElement {
  return (
    <>
      <a className="skip-link" id="top" href="#content">
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
    </>
  )
}
