import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { MenuEntry, Reader } from '#blocks/_shared/reader.ts'
import { MenuLink, MenuList } from './menu-link.tsx'
import { SharedPart } from './shared-part.tsx'

/** The main navigation of wide windows; an entry with children has a button beside it that opens its mega menu. */
export function MainNav({ reader }: { reader: Reader }): ReactElement | null {
  if (!reader.hasMenu('main')) return null
  return (
    <SharedPart
      tag="nav"
      name="main-nav"
      className="main-nav"
      label={reader.text('header.mainNav')}
      menu="main"
      reader={reader}
      make={() => <NavList reader={reader} />}
    />
  )
}

function NavList({ reader }: { reader: Reader }): ReactElement {
  return (
    <ul className="main-nav__list" role="list">
      {reader.menu('main').map((entry, at) => (
        <NavItem key={entry.id} entry={entry} panelId={`mega-${at}`} reader={reader} />
      ))}
    </ul>
  )
}

function NavItem({ entry, panelId, reader }: { entry: MenuEntry; panelId: string; reader: Reader }): ReactElement {
  if (entry.children.length === 0) {
    return (
      <li className="main-nav__item">
        <MenuLink entry={entry} className="main-nav__link" />
      </li>
    )
  }
  return (
    <li className="main-nav__item has-panel" data-panel={panelId}>
      <MenuLink entry={entry} className="main-nav__link" />
      <button className="main-nav__toggle" type="button" popoverTarget={panelId}>
        <Icon name="chevron" />
        <span className="visually-hidden">{reader.text('header.openSubmenu', { name: entry.name })}</span>
      </button>
      <MegaMenu entry={entry} panelId={panelId} reader={reader} />
    </li>
  )
}

function MegaMenu({ entry, panelId, reader }: { entry: MenuEntry; panelId: string; reader: Reader }): ReactElement {
  return (
    <div className="mega-menu header-panel" id={panelId} popover="auto">
      <div className="mega-menu__inner">
        <div className="mega-menu__intro">
          <p className="mega-menu__headline">{entry.headline ?? entry.name}</p>
          {entry.description && <p className="mega-menu__description">{entry.description}</p>}
          {entry.href && (
            <a className="more-link" href={entry.href}>
              <span>{reader.text('header.overview', { name: entry.name })}</span>
              <Icon name="arrow" />
            </a>
          )}
        </div>
        <ul className="mega-menu__list" role="list">
          {entry.children.map((child) => (
            <li key={child.id}>
              <MenuLink entry={child} className="mega-menu__link">
                <span className="mega-menu__name">{child.name}</span>
                {child.description && <span className="mega-menu__note">{child.description}</span>}
              </MenuLink>
              <MenuList entries={child.children} className="mega-menu__more" />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
