import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'

/**
 * A link to an e-mail address. If the address is too long for its line, it breaks before the "@" and the dots, not
 * inside a word. The link has a name of its own, because screen readers hear a space at each possible break. Text
 * that is not exactly one address is shown without a link.
 */
export function EmailLink({ email, reader }: { email: string; reader: Reader }): ReactElement {
  const parts = email.split(/(?=[@.])/)
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address never change their order
  const words = parts.flatMap((part, at) => (at > 0 ? [<wbr key={at} />, part] : [part]))
  const address = email.trim()
  if (!/^[^\s@<>?,;]+@[^\s@<>?,;]+$/.test(address)) return <span>{words}</span>
  return (
    <a href={reader.link(`mailto:${address}`)} aria-label={address}>
      {words}
    </a>
  )
}
