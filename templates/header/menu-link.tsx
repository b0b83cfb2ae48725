import type { ReactElement, ReactNode } from 'react'
import { relOf, targetOf } from '#blocks/_shared/links/rel-of.ts'
import type { MenuEntry, Reader } from '#blocks/_shared/reader.ts'

type MenuLinkProps = { entry: MenuEntry; reader: Reader; className?: string; children?: ReactNode }

/**
 * A menu entry as a link with its name, whose long words may break, or with other content. An entry without an address
 * is plain text. The entry of the current page is marked.
 */
export function MenuLink({
  entry,
  reader,
  className,
  children = reader.words(entry.name),
}: MenuLinkProps): ReactElement {
  const classes = [className, entry.isActive ? 'is-active' : '', entry.cssClass].filter(Boolean).join(' ') || undefined
  if (!entry.href) return <span className={classes}>{children}</span>
  return (
    <a
      className={classes}
      href={entry.href}
      target={targetOf(entry.target)}
      rel={relOf(entry.target)}
      aria-current={entry.isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  )
}

/** Nested lists of entries, to any depth. */
export function MenuList({ entries, reader }: { entries: MenuEntry[]; reader: Reader }): ReactElement | null {
  if (entries.length === 0) return null
  return (
    <ul role="list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <MenuLink entry={entry} reader={reader} />
          <MenuList entries={entry.children} reader={reader} />
        </li>
      ))}
    </ul>
  )
}
