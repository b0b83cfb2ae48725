import type { ReactElement } from 'react'
import { PhoneLink } from '#blocks/_shared/links/phone-link.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'

/** A message about a part of the page that does not work, with the phone number and e-mail address of the site. */
export function DirectLine({ text, reader }: { text: string; reader: Reader }): ReactElement {
  const { phone, email } = reader.site
  return (
    <p className="direct-line">
      <span>{text}</span> {(phone || email) && <span>{reader.text('form.direct')}</span>}{' '}
      {phone && <PhoneLink phone={phone} reader={reader} />}{' '}
      {email && <a href={reader.link(`mailto:${email}`)}>{email}</a>}
    </p>
  )
}
