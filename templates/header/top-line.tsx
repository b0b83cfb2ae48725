import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import { PhoneLink } from '#blocks/_shared/links/phone-link.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { sharedContent } from '#blocks/_shared/shared-content.ts'
import { LanguageList } from './language-list.tsx'
import { MenuLink } from './menu-link.tsx'
import { topEntries } from './top-entries.ts'

/** The line above the bar, or the end of the drawer: top menu with help, phone, login of the application, languages. */
export function TopLine({ reader }: { reader: Reader }): ReactElement {
  const { phone, applicationUrl } = reader.site
  const marks = reader.marks('top')
  const help = reader.page('help')
  return (
    <div className="top-line">
      {(help || marks) && (
        <ul
          className="top-line__links"
          role="list"
          {...sharedContent(reader, `top-line ${marks} ${help === reader.path}`, () => <TopLinks reader={reader} />)}
        />
      )}
      {phone && <PhoneLink phone={phone} reader={reader} className="top-line__phone" />}{' '}
      {applicationUrl && (
        <a className="top-line__login" href={applicationUrl} target="_blank" rel="noopener">
          {reader.text('header.login')}
          <Icon name="external" />
        </a>
      )}
      <LanguageSwitch reader={reader} />
    </div>
  )
}

function TopLinks({ reader }: { reader: Reader }): ReactElement {
  return (
    <>
      {topEntries(reader).map((entry) => (
        <li key={entry.id}>
          <MenuLink entry={entry} reader={reader} />
        </li>
      ))}
    </>
  )
}

function LanguageSwitch({ reader }: { reader: Reader }): ReactElement | null {
  const languages = reader.languages()
  if (languages.length < 2) return null
  const { name } = languages.find(({ isCurrent }) => isCurrent) ?? { name: reader.locale }
  return (
    <nav className="languages" data-panel="language-list" aria-label={reader.text('header.language')}>
      <button
        className="languages__toggle"
        type="button"
        popoverTarget="language-list"
        {...sharedContent(reader, `language ${name}`, () => (
          <>
            <Icon name="globe" />
            <span className="visually-hidden">{`${reader.text('header.language')}: `}</span>
            <span>{name}</span>
            <Icon name="chevron" />
          </>
        ))}
      />
      <div className="languages__panel header-panel" id="language-list" popover="auto">
        <LanguageList languages={languages} />
      </div>
    </nav>
  )
}
