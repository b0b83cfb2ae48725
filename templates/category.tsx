import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { Section } from '#blocks/_shared/section.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { IntroBanner } from './intro-banner.tsx'
import type { PageView } from './page-view.ts'
import type { TemplateProps } from './template-props.ts'

type CategoryView = NonNullable<PageView['category']>
type CategoryLink = CategoryView['children'][number]

/** A product category: its place in the tree and the categories below it. */
export function Category({ page, reader, blocks }: TemplateProps): ReactElement {
  const { category } = page
  return (
    <>
      <IntroBanner intro={page.intro} reader={reader} />
      <Breadcrumbs crumbs={page.crumbs} reader={reader} />
      {category && <CategoryTree page={page} category={category} reader={reader} />}
      {category && category.children.length > 0 && (
        <Section id="categories" headline={reader.text('category.children')}>
          <CategoryList links={category.children} />
        </Section>
      )}
      {blocks}
    </>
  )
}

function CategoryTree({
  page,
  category,
  reader,
}: {
  page: PageView
  category: CategoryView
  reader: Reader
}): ReactElement | null {
  if (category.ancestors.length === 0) return null
  return (
    <nav className="category-tree" aria-label={reader.text('category.place')}>
      <ol className="category-tree__list" role="list">
        {category.ancestors.map((link) => (
          <li key={link.name}>{link.href ? <a href={link.href}>{link.name}</a> : <span>{link.name}</span>}</li>
        ))}
        <li>
          <span aria-current="page">{page.title}</span>
        </li>
      </ol>
    </nav>
  )
}

function CategoryList({ links }: { links: CategoryLink[] }): ReactElement {
  return (
    <ul className="category-list" role="list">
      {links.map(({ name, href }) => (
        <li key={name}>
          {href ? (
            <a className="category-list__link" href={href}>
              <span>{name}</span>
              <Icon name="arrow" />
            </a>
          ) : (
            <span className="category-list__link">{name}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
