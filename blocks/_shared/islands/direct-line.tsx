import type { ReactElement } from 'react'
import { PhoneLink } from '#blocks/_shared/links/phone-link.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'

/** What visitors are told of a part that does not work for them, with the phone and the e-mail of the site. */
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
