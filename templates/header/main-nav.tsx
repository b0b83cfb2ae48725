import type { ReactElement } from 'react'
import type { MenuEntry, Reader } from '#blocks/_shared/reader.ts'
import { sharedContent } from '#blocks/_shared/shared-content.ts'
import { MenuLink, MenuList } from './menu-link.tsx'

/** The main navigation. An entry with children has a button beside it that opens their panel. */
export function MainNav({ reader }: { reader: Reader }): ReactElement | null {
  const marks = reader.marks('main')
  if (marks === undefined) return null
  return (
    <nav
      className="main-nav"
      aria-label={reader.text('header.mainNav')}
      {...sharedContent(reader, `main-nav ${marks}`, () => <NavList reader={reader} />)}
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

type NavItemProps = { entry: MenuEntry; panelId: string; reader: Reader }

function NavItem({ entry, panelId, reader }: NavItemProps): ReactElement {
  if (entry.children.length === 0) {
    return (
      <li className="main-nav__item">
        <MenuLink entry={entry} reader={reader} className="main-nav__link" />
      </li>
    )
  }
  return (
    <li
      className="main-nav__item has-panel"
      data-panel={panelId}
      {...sharedContent(reader, `${panelId} ${entry.marks}`, () => (
        <>
          <MenuLink entry={entry} reader={reader} className="main-nav__link" />
          <button
            className="main-nav__toggle"
            type="button"
            popoverTarget={panelId}
            aria-label={reader.text('header.openSubmenu', { name: entry.name })}
          />
          <MegaMenu entry={entry} panelId={panelId} reader={reader} />
        </>
      ))}
    />
  )
}

/** The panel below an entry. In the drawer it covers the other entries, so its back button gets the focus. */
function MegaMenu({ entry, panelId, reader }: NavItemProps): ReactElement {
  return (
    <div className="mega-menu header-panel" id={panelId} popover="auto">
      <button
        className="mega-menu__back"
        type="button"
        popoverTarget={panelId}
        popoverTargetAction="hide"
        aria-label={reader.text('header.back', { name: entry.name })}
        // biome-ignore lint/a11y/noAutofocus: inside a popover it takes the focus when the visitor opens it
        autoFocus
      >
        {reader.words(entry.name)}
      </button>
      <p className="mega-menu__headline">{reader.words(entry.headline ?? entry.name, 'h3')}</p>
      {entry.description && <p className="mega-menu__description">{reader.words(entry.description)}</p>}
      <ul className="mega-menu__list" role="list">
        {entry.children.map((child) => (
          <li key={child.id}>
            <MenuLink entry={child} reader={reader}>
              {reader.words(child.name)} {child.description && <span>{reader.words(child.description)}</span>}
            </MenuLink>
            <MenuList entries={child.children} reader={reader} />
          </li>
        ))}
      </ul>
    </div>
  )
}
