import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import { ButtonLink } from '#blocks/_shared/links/button-link.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { sharedContent } from '#blocks/_shared/shared-content.ts'
import type { PageView } from '#templates/page-view.ts'
import { headerWords } from './header-words.ts'
import { Logo } from './logo.tsx'
import { MainNav } from './main-nav.tsx'
import { SearchPanel } from './search-panel.tsx'
import { TopLine } from './top-line.tsx'

/**
 * The fixed header (spec §2.6). Its panels are popovers: one is open at a time, Escape closes it, and the focus
 * returns. A pointer also opens the mega menu and the languages by hovering. The menu is a popover that is part of the
 * bar where its words fit, and opens as a drawer where they do not.
 */
export function Header({ page, reader }: { page: PageView; reader: Reader }): ReactElement {
  const demo = reader.page('demo')
  const hasSearch = page.template !== 'search'
  return (
    <div className="header-words" {...headerWords(reader)}>
      <div className="header-room">
        <header className="site-header" data-header="">
          <div className="site-bar">
            <Brand reader={reader} />
            <div className="site-menu" id="site-menu" popover="auto">
              <MainNav reader={reader} />
              {demo && (
                <ButtonLink href={demo} className="site-menu__demo">
                  {reader.text('header.demo')}
                </ButtonLink>
              )}
              <TopLine reader={reader} />
            </div>
            <div
              className="site-bar__actions"
              {...sharedContent(reader, hasSearch ? 'actions and search' : 'actions', () => (
                <Actions hasSearch={hasSearch} reader={reader} />
              ))}
            />
          </div>
        </header>
      </div>
    </div>
  )
}

function Actions({ hasSearch, reader }: { hasSearch: boolean; reader: Reader }): ReactElement {
  const demo = reader.page('demo')
  return (
    <>
      {hasSearch && <SearchPanel reader={reader} />}
      {demo && (
        <ButtonLink href={demo} className="site-bar__demo">
          {reader.text('header.demo')}
        </ButtonLink>
      )}{' '}
      <button className="site-bar__toggle is-menu" type="button" popoverTarget="site-menu">
        <Icon name="menu" />
        <Icon name="close" />
        <span className="visually-hidden">{reader.text('header.menu')}</span>
      </button>
    </>
  )
}

function Brand({ reader }: { reader: Reader }): ReactElement {
  const home = reader.page('home')
  const logo = sharedContent(reader, 'logo', () => <Logo reader={reader} />)
  if (!home) return <span className="site-bar__brand" {...logo} />
  return (
    <a className="site-bar__brand" href={home} aria-current={home === reader.path ? 'page' : undefined} {...logo} />
  )
}
