import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { LanguageList } from './language-list.tsx'
import { MenuLink } from './menu-link.tsx'
import { topEntries } from './top-entries.ts'

/** The line above the bar of wide windows: help and its neighbours, the login of the application, the languages. */
export function TopLine({ reader }: { reader: Reader }): ReactElement {
  return (
    <div className="top-line">
      <ul className="top-line__links" role="list">
        {topEntries(reader).map((entry) => (
          <li key={entry.id}>
            <MenuLink entry={entry} />
          </li>
        ))}
      </ul>
      <div className="top-line__end">
        {reader.site.phone && (
          <a className="top-line__phone" href={reader.link(`tel:${reader.site.phone.replace(/[^+\d]/g, '')}`)}>
            {reader.site.phone}
          </a>
        )}
        {reader.site.applicationUrl && (
          <a href={reader.site.applicationUrl} target="_blank" rel="noopener">
            <span>{reader.text('header.login')}</span>
            <Icon name="external" />
          </a>
        )}
        <LanguageSwitch reader={reader} />
      </div>
    </div>
  )
}

function LanguageSwitch({ reader }: { reader: Reader }): ReactElement | null {
  const languages = reader.languages()
  const current = languages.find(({ isCurrent }) => isCurrent)
  if (languages.length < 2) return null
  return (
    <div className="languages" data-panel="language-list">
      <button className="languages__toggle" type="button" popoverTarget="language-list">
        <Icon name="globe" />
        <span className="visually-hidden">{reader.text('header.language')}</span>
        <span>{current?.name ?? reader.locale}</span>
        <Icon name="chevron" />
      </button>
      <div className="languages__panel header-panel" id="language-list" popover="auto">
        <LanguageList languages={languages} />
      </div>
    </div>
  )
}
