import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'

/**
 * A link to an e-mail address. If the address is too long for its line, it breaks before the "@" and the dots, not
 * inside a word. Text that is not exactly one address is shown without a link.
 */
export function EmailLink({ email, reader }: { email: string; reader: Reader }): ReactElement {
  const parts = email.split(/(?=[@.])/)
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address never change their order
  const words = parts.flatMap((part, at) => (at > 0 ? [<wbr key={at} />, part] : [part]))
  const isOneAddress = /^[^\s@<>?,;]+@[^\s@<>?,;]+$/.test(email.trim())
  return isOneAddress ? <a href={reader.link(`mailto:${email.trim()}`)}>{words}</a> : <span>{words}</span>
}
