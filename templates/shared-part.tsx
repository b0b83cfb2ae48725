import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'

export type SharedPartProps = {
  tag: 'nav' | 'footer'
  name: string
  /** Group of the menu it shows: pages that mark other entries of it get a copy of their own. */
  menu: string
  reader: Reader
  className: string
  label?: string
  make: () => ReactElement
}

/** A part that most pages of a locale have in common, rendered once for all of them. */
export function SharedPart({ tag: Tag, name, menu, reader, className, label, make }: SharedPartProps): ReactElement {
  const markup = reader.shared(name, menu, make)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup of our own components
  return <Tag className={className} aria-label={label} dangerouslySetInnerHTML={{ __html: markup }} />
}
