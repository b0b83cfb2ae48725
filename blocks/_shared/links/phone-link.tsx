import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'

type PhoneLinkProps = { phone: string; reader: Reader; className?: string }

/** A phone number as a link, shown as written and from left to right. Text without a number is not a link. */
export function PhoneLink({ phone, reader, className }: PhoneLinkProps): ReactElement {
  const number = dialled(phone)
  if (!number) return <span className={className}>{phone}</span>
  return (
    <a className={className} dir="ltr" href={reader.link(`tel:${number}`)}>
      {phone}
    </a>
  )
}

/** Returns the number to dial, without the zero of `+44 (0)20 7946 0110` and any extension that follows words. */
function dialled(phone: string): string | undefined {
  const [written = ''] = /\+?[(\d][\d\s()./‐-―-]+/.exec(phone) ?? []
  const number = written.replace(/^(\+[\d\s]+)\(0\)/, '$1').replace(/[^+\d]/g, '')
  return number.length >= 3 ? number : undefined
}
