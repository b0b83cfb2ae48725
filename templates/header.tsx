import type { ReactElement } from 'react'
import { ButtonLink } from '#blocks/_shared/button-link.tsx'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { Logo } from './logo.tsx'
import { MainNav } from './main-nav.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import type { PageView } from './page-view.ts'
import { SearchPanel } from './search-panel.tsx'
import { TopLine } from './top-line.tsx'

export type HeaderProps = { page: PageView; reader: Reader }

/**
 * The fixed header (spec §2.6). Its panels are popovers, so one is open at a time, Escape closes it and focus returns;
 * a pointer also opens the mega menu and the languages by hovering.
 */
export function Header({ page, reader }: HeaderProps): ReactElement {
  const home = reader.page('home')
  const demo = reader.page('demo')
  return (
    <header className="site-header" data-header="">
      <TopLine reader={reader} />
      <div className="site-bar">
        {home ? (
          <a className="site-bar__brand" href={home} aria-current={page.template === 'home' ? 'page' : undefined}>
            <Logo brand={reader.site.brand} />
          </a>
        ) : (
          <span className="site-bar__brand">
            <Logo brand={reader.site.brand} />
          </span>
        )}
        <MainNav reader={reader} />
        <div className="site-bar__actions">
          {page.template !== 'search' && <SearchPanel reader={reader} />}
          {demo && (
            <ButtonLink href={demo} className="site-bar__demo">
              {reader.text('header.demo')}
            </ButtonLink>
          )}
          <button className="site-bar__toggle is-menu" type="button" popoverTarget="site-menu">
            <Icon name="menu" />
            <span className="visually-hidden">{reader.text('header.menu')}</span>
          </button>
        </div>
      </div>
      <MobileMenu reader={reader} />
    </header>
  )
}
