import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import { EmailLink } from '#blocks/_shared/links/email-link.tsx'
import { PhoneLink } from '#blocks/_shared/links/phone-link.tsx'
import type { MenuEntry, Reader } from '#blocks/_shared/reader.ts'
import { sharedContent } from '#blocks/_shared/shared-content.ts'
import { Logo } from '#templates/header/logo.tsx'
import { MenuLink, MenuList } from '#templates/header/menu-link.tsx'

/**
 * The brand and its contact details, the footer menu, social links, cookie settings, the design credit and a link to
 * the top.
 */
export function Footer({ reader }: { reader: Reader }): ReactElement {
  return (
    <footer
      className="site-footer"
      {...sharedContent(reader, `footer ${reader.marks('footer')}`, () => <FooterContent reader={reader} />)}
    />
  )
}

function FooterContent({ reader }: { reader: Reader }): ReactElement {
  const entries = reader.menu('footer')
  const { designCredit } = reader.site
  return (
    <div className="site-footer__inner">
      <FooterBrand reader={reader} />
      {entries.length > 0 && (
        <nav className="site-footer__nav" aria-label={reader.text('footer.nav')}>
          {entries.map((entry) => (
            <FooterColumn key={entry.id} entry={entry} reader={reader} />
          ))}
        </nav>
      )}
      <div className="site-footer__end">
        <p>
          <bdi>{reader.site.brand}</bdi>
        </p>
        {reader.site.consent.ask && (
          <button className="site-footer__cookies" type="button" data-consent-open="">
            {reader.text('footer.cookies')}
          </button>
        )}
        {designCredit && (
          <p>
            <span>{`${reader.text('footer.design')} `}</span>
            <a href={designCredit.href} target="_blank" rel="noopener">
              {designCredit.name}
            </a>
          </p>
        )}
      </div>
      <a className="to-top" href="#top" data-to-top="">
        <Icon name="up" />
        <span className="visually-hidden">{reader.text('footer.toTop')}</span>
      </a>
    </div>
  )
}

function FooterBrand({ reader }: { reader: Reader }): ReactElement {
  const { phone, email, social } = reader.site
  return (
    <div className="site-footer__brand">
      <Logo reader={reader} /> {phone && <PhoneLink phone={phone} reader={reader} className="site-footer__phone" />}{' '}
      {email && <EmailLink email={email} reader={reader} />}
      {social.length > 0 && (
        <ul className="site-footer__social" role="list">
          {social.map(({ name, href }) => (
            <li key={name}>
              <a href={href} target="_blank" rel="noopener">
                <Icon name={name} />
                <span className="visually-hidden">{reader.text(`social.${name}`)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function FooterColumn({ entry, reader }: { entry: MenuEntry; reader: Reader }): ReactElement {
  return (
    <div className="site-footer__column">
      <h2 className="site-footer__heading">
        <MenuLink entry={entry} reader={reader}>
          {reader.words(entry.name, 'h2')}
        </MenuLink>
      </h2>
      <MenuList entries={entry.children} reader={reader} />
    </div>
  )
}
