import type { ReactElement, ReactNode } from 'react'
import { SharedIcons } from '#blocks/_shared/icon.tsx'
import { MotionSwitch } from '#blocks/_shared/motion-switch.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { ConsentDialog } from './consent/consent-dialog.tsx'
import { Footer } from './footer/footer.tsx'
import { Header } from './header/header.tsx'
import type { PageView } from './page-view.ts'

export type PageBodyProps = { page: PageView; reader: Reader; children: ReactNode }

/** The body of every page: skip link, header, `main` with the content of the page, footer and consent dialog. */
export function PageBody({ page, reader, children }: PageBodyProps): ReactElement {
  return (
    <>
      {/* The skip link cannot be the target of `#top`: it would get the focus, be fixed and so be in view. */}
      <div id="top" />
      <a className="skip-link" href="#content">
        {reader.text('header.skip')}
      </a>
      <SharedIcons reader={reader} />
      <Header page={page} reader={reader} />
      <main id="content" tabIndex={-1}>
        {children}
        <MotionSwitch reader={reader} />
      </main>
      <Footer reader={reader} />
      <ConsentDialog page={page} reader={reader} />
    </>
  )
}
