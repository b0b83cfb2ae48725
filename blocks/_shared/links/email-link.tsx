import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'

/**
 * A mail address to write to. If it is too long for its line it breaks before the "@" and the dots, not in the middle of a word. A text
 * that is not an address, or more than one, is no link.
 */
export function EmailLink({ email, reader }: { email: string; reader: Reader }): ReactElement {
  const parts = email.split(/(?=[@.])/)
  const words = parts.flatMap((part, at) => (at > 0 ? [<wbr key={parts.slice(0, at).join('')} />, part] : [part]))
  const isOneAddress = /^[^\s@<>?,;]+@[^\s@<>?,;]+$/.test(email.trim())
  return isOneAddress ? <a href={reader.link(`mailto:${email.trim()}`)}>{words}</a> : <span>{words}</span>
}
