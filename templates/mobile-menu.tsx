import type { ReactElement } from 'react'
import { ButtonLink } from '#blocks/_shared/button-link.tsx'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { MenuEntry, Reader } from '#blocks/_shared/reader.ts'
import { LanguageList } from './language-list.tsx'
import { Logo } from './logo.tsx'
import { MenuLink, MenuList } from './menu-link.tsx'
import { SharedPart } from './shared-part.tsx'
import { topEntries } from './top-entries.ts'

/** Everything the header holds, in one panel for narrow windows. */
export function MobileMenu({ reader }: { reader: Reader }): ReactElement {
  const languages = reader.languages()
  const demo = reader.page('demo')
  const search = reader.page('search')
  const { applicationUrl, brand } = reader.site
  return (
    <div className="mobile-menu" id="site-menu" popover="auto">
      <div className="mobile-menu__head">
        <Logo brand={brand} />
        <button className="site-bar__toggle" type="button" popoverTarget="site-menu" popoverTargetAction="hide">
          <Icon name="close" />
          <span className="visually-hidden">{reader.text('header.close')}</span>
        </button>
      </div>
      <SharedPart
        tag="nav"
        name="mobile-nav"
        className="mobile-menu__nav"
        label={reader.text('header.mainNav')}
        menu="main"
        reader={reader}
        make={() => <MobileNav reader={reader} />}
      />
      <ul className="mobile-menu__links" role="list">
        {topEntries(reader).map((entry) => (
          <li key={entry.id}>
            <MenuLink entry={entry} />
          </li>
        ))}
        {search && (
          <li>
            <a href={search}>{reader.text('header.search')}</a>
          </li>
        )}
      </ul>
      <div className="mobile-menu__actions">
        {demo && <ButtonLink href={demo}>{reader.text('header.demo')}</ButtonLink>}
        {applicationUrl && (
          <ButtonLink href={applicationUrl} target="_blank" kind="quiet">
            <span>{reader.text('header.login')}</span>
            <Icon name="external" />
          </ButtonLink>
        )}
      </div>
      {languages.length > 1 && (
        <nav className="mobile-menu__languages" aria-label={reader.text('header.language')}>
          <LanguageList languages={languages} />
        </nav>
      )}
    </div>
  )
}

function MobileNav({ reader }: { reader: Reader }): ReactElement {
  return (
    <ul role="list">
      {reader.menu('main').map((entry) => (
        <li key={entry.id}>
          <MobileEntry entry={entry} reader={reader} />
        </li>
      ))}
    </ul>
  )
}

function MobileEntry({ entry, reader }: { entry: MenuEntry; reader: Reader }): ReactElement {
  if (entry.children.length === 0) return <MenuLink entry={entry} className="mobile-menu__entry" />
  return (
    <details className="mobile-menu__group" name="site-menu">
      <summary className={entry.isActive ? 'mobile-menu__entry is-active' : 'mobile-menu__entry'}>
        <span>{entry.name}</span>
        <Icon name="chevron" />
      </summary>
      <div className="mobile-menu__children">
        {entry.href && (
          <MenuLink entry={{ ...entry, isActive: entry.isCurrent }}>
            {reader.text('header.overview', { name: entry.name })}
          </MenuLink>
        )}
        <MenuList entries={entry.children} />
      </div>
    </details>
  )
}
