import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import { ButtonLink } from '#blocks/_shared/links/button-link.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { Section } from '#blocks/_shared/section.tsx'
import type { PageView } from '#templates/page-view.ts'
import type { TemplateProps } from '#templates/template-props.ts'
import { PageHead } from './page-head.tsx'

type CategoryView = NonNullable<PageView['category']>
type CategoryLink = CategoryView['children'][number]

/** A product category: its place in the tree, its child or else sibling categories, and links to other pages. */
export function Category({ page, reader, blocks }: TemplateProps): ReactElement {
  const { category } = page
  return (
    <>
      <PageHead page={page} reader={reader} />
      {category && <CategoryTree page={page} category={category} reader={reader} />}
      {category && <CategoryNeighbours category={category} reader={reader} />}
      {blocks}
      <WaysOn reader={reader} />
    </>
  )
}

type CategoryTreeProps = { page: PageView; category: CategoryView; reader: Reader }

function CategoryTree({ page, category, reader }: CategoryTreeProps): ReactElement | null {
  if (category.ancestors.length === 0) return null
  return (
    <nav className="category-tree" aria-label={reader.text('category.place')}>
      <ol className="category-tree__list" role="list">
        {category.ancestors.map((link) => (
          <li key={link.href ?? link.name}>
            {link.href ? <a href={link.href}>{reader.words(link.name)}</a> : <span>{reader.words(link.name)}</span>}
          </li>
        ))}
        <li>
          <span aria-current="page">{reader.words(page.title)}</span>
        </li>
      </ol>
    </nav>
  )
}

function CategoryNeighbours({ category, reader }: { category: CategoryView; reader: Reader }): ReactElement | null {
  const { children, siblings, ancestors } = category
  const parent = ancestors.at(-1)
  const links = children.length > 0 ? children : siblings
  if (links.length === 0) return null
  const beside = parent
    ? reader.text('category.siblingsBelow', { name: parent.name })
    : reader.text('category.siblings')
  const headline = children.length > 0 ? reader.text('category.children') : beside
  return (
    <Section id="categories" headline={reader.words(headline, 'h2')}>
      <CategoryList links={links} reader={reader} />
    </Section>
  )
}

function WaysOn({ reader }: { reader: Reader }): ReactElement | null {
  const [first, ...others] = [
    { href: reader.page('demo'), name: reader.text('header.demo') },
    { href: reader.page('contact'), name: reader.text('category.contact') },
  ].flatMap(({ href, name }) => (href ? { href, name } : []))
  if (!first) return null
  return (
    <Section id="ways-on" headline={reader.text('category.waysOn')} tone="sunk">
      <p>{reader.text('category.waysOnText')}</p>
      <p className="ways">
        <ButtonLink href={first.href}>{first.name}</ButtonLink>{' '}
        {others.map(({ href, name }) => (
          <ButtonLink key={href} href={href} kind="quiet">
            {name}
          </ButtonLink>
        ))}
      </p>
    </Section>
  )
}

function CategoryList({ links, reader }: { links: CategoryLink[]; reader: Reader }): ReactElement {
  return (
    <ul className="category-list" role="list">
      {links.map(({ name, href }) => (
        <li key={href ?? name}>
          {href ? (
            <a className="category-list__link" href={href}>
              <span>{reader.words(name)}</span>
              <Icon name="arrow" />
            </a>
          ) : (
            <span className="category-list__link">{reader.words(name)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
