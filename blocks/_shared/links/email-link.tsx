import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'

/** A mail address to write to. Where it is too long for its line it breaks before the "@" and the dots, not in the middle of a word. */
export function EmailLink({ email, reader }: { email: string; reader: Reader }): ReactElement {
  const parts = email.split(/(?=[@.])/)
  return (
    <a href={reader.link(`mailto:${email}`)}>
      {parts.flatMap((part, at) => (at > 0 ? [<wbr key={parts.slice(0, at).join('')} />, part] : [part]))}
    </a>
  )
}
