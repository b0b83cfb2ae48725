import type { ReactElement } from 'react'
import type { SeoPreview } from '#preview/panel-data.ts'
import { shownLength } from '#preview/shown-length.ts'

const maxTitleLength = 60
const maxDescriptionLength = 160

/** Shows the page as search engines and social networks show it. */
export function SearchTab({ seo }: { seo: SeoPreview }): ReactElement {
  const { title, description, url, site, card } = seo
  const { host, pathname } = new URL(url, location.href)
  const trail = [host, ...decodeURI(pathname).split('/').filter(Boolean)].join(' › ')
  return (
    <>
      <section className="part">
        <h2 className="part__title">Search result</h2>
        <div className="result">
          <p className="result__site">{site}</p>
          <p className="result__trail">{trail}</p>
          <p className="result__title" dir="auto">
            {cut(title, maxTitleLength)}
          </p>
          <p className="result__text" dir="auto">
            {description ? (
              cut(description, maxDescriptionLength)
            ) : (
              <em>No description: search engines use some text from the page.</em>
            )}
          </p>
        </div>
        <p className="lengths">
          <Length name="Title" length={shownLength(title)} most={maxTitleLength} />
          <Length name="Description" length={shownLength(description)} most={maxDescriptionLength} />
        </p>
      </section>
      <section className="part">
        <h2 className="part__title">Shared link</h2>
        <div className="card">
          {card.image ? (
            <img className="card__picture" src={card.image} alt={card.alt ?? ''} />
          ) : (
            <p className="card__none">No picture</p>
          )}
          <div className="card__words">
            <p className="card__host">{host}</p>
            <p className="card__title" dir="auto">
              {card.title}
            </p>
            <p className="card__text" dir="auto">
              {card.description}
            </p>
          </div>
        </div>
      </section>
    </>
  )
}

function Length({ name, length, most }: { name: string; length: number; most: number }): ReactElement {
  return (
    <span className={length > most || length === 0 ? 'lengths__one is-off' : 'lengths__one'}>
      {name} {length} of {most}
    </span>
  )
}

function cut(text: string, most: number): string {
  if (shownLength(text) <= most) return text
  const short = text.slice(0, most)
  return `${short.slice(0, Math.max(short.lastIndexOf(' '), most / 2))} …`
}
