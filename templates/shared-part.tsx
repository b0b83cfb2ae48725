import type { ReactElement } from 'react'
import type { MenuEntry, Reader } from '#blocks/_shared/reader.ts'

export type SharedPartProps = {
  tag: 'nav' | 'footer'
  name: string
  /** The menu it shows: pages that mark other entries of it get a copy of their own. */
  entries: MenuEntry[]
  reader: Reader
  className: string
  label?: string
  make: () => ReactElement
}

/** A part that most pages of a locale have in common, rendered once for all of them. */
export function SharedPart({ tag: Tag, name, entries, reader, className, label, make }: SharedPartProps): ReactElement {
  const markup = reader.shared(`${name} ${activeKey(entries)}`, make)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup of our own components
  return <Tag className={className} aria-label={label} dangerouslySetInnerHTML={{ __html: markup }} />
}

/** What tells two pages' copies of one menu apart: the entries that are marked on them. */
function activeKey(entries: MenuEntry[]): string {
  return entries
    .filter(({ isActive }) => isActive)
    .map(({ id, isCurrent, children }) => `${id}${isCurrent ? '!' : ''}(${activeKey(children)})`)
    .join()
}
