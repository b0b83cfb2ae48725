import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import type { PageView } from '#templates/page-view.ts'

export type BreadcrumbsProps = { crumbs: PageView['crumbs']; reader: Reader }

/** The path from the home page (an icon) to the current page (not a link). Nothing for a page without crumbs. */
export function Breadcrumbs({ crumbs, reader }: BreadcrumbsProps): ReactElement | null {
  const home = reader.page('home')
  if (crumbs.length === 0) return null
  return (
    <nav className="breadcrumbs" aria-label={reader.text('crumbs.label')}>
      <ol className="breadcrumbs__list" role="list">
        {home && (
          <li>
            <a className="breadcrumbs__home" href={home}>
              <Icon name="home" />
              <span className="visually-hidden">{reader.text('crumbs.home')}</span>
            </a>
          </li>
        )}
        {crumbs.map(({ name, href }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of crumbs never changes
          <li key={at}>
            <Crumb name={reader.words(name, 'h2') ?? name} href={href} isLast={at === crumbs.length - 1} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Crumb({ name, href, isLast }: PageView['crumbs'][number] & { isLast: boolean }): ReactElement {
  if (isLast) return <span aria-current="page">{name}</span>
  return href ? <a href={href}>{name}</a> : <span>{name}</span>
}
