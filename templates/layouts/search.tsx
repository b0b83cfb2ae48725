import type { ReactElement } from 'react'
import { SearchIsland } from '#blocks/_shared/islands/search-island.tsx'
import { ButtonLink } from '#blocks/_shared/links/button-link.tsx'
import type { Href, Reader } from '#blocks/_shared/reader.ts'
import { SearchForm } from '#templates/header/search-form.tsx'
import type { TemplateProps } from '#templates/template-props.ts'
import { PageHead } from './page-head.tsx'

const formId = 'search'

/** The search page: the phrase, an info line and the place of the results, which need scripts (spec §2.4). */
export function Search({ page, reader, blocks }: TemplateProps): ReactElement {
  return (
    <>
      <PageHead page={page} reader={reader} />
      <div className="search-page">
        <SearchForm
          id={formId}
          action={reader.page('search') ?? reader.path}
          reader={reader}
          wakes=".search-page__results"
        />
        <p className="search-page__info">{reader.text('search.info')}</p>
        <SearchIsland formId={formId} reader={reader} />
        <noscript>
          <p className="notice">{reader.text('search.noscript')}</p>
        </noscript>
        <WaysOn reader={reader} />
      </div>
      {blocks}
    </>
  )
}

const maxServices = 8
const maxPosts = 4

/** Links for when nothing was found or no scripts run: services, posts and the contact page. */
function WaysOn({ reader }: { reader: Reader }): ReactElement | null {
  const groups = [
    { name: reader.text('search.services'), links: reader.services(0, maxServices).flatMap(linkOf) },
    { name: reader.text('blog.all'), links: reader.posts(0, maxPosts).flatMap(linkOf) },
  ].filter(({ links }) => links.length > 0)
  const contact = reader.page('contact')
  if (groups.length === 0 && !contact) return null
  return (
    <section className="search-ways" aria-labelledby="search-ways">
      <h2 className="search-ways__title" id="search-ways">
        {reader.text('search.waysOn')}
      </h2>
      {groups.map(({ name, links }) => (
        <div key={name}>
          <h3 className="search-ways__name">{name}</h3>
          <ul role="list">
            {links.map(({ href, title }) => (
              <li key={href}>
                <a href={href}>{reader.words(title)}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {contact && (
        <p className="search-ways__contact">
          <ButtonLink href={contact} kind="quiet">
            {reader.text('category.contact')}
          </ButtonLink>
        </p>
      )}
    </section>
  )
}

function linkOf({ title, href }: { title: string; href?: Href }): { title: string; href: Href }[] {
  return href ? [{ title, href }] : []
}
