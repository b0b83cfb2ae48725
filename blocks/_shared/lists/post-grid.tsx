import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import { columnWidths, isSmallFor, sizesOf } from '#blocks/_shared/pictures/column-sizes.ts'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import type { Listed, Reader } from '#blocks/_shared/reader.ts'
import { sharedContent } from '#blocks/_shared/shared-content.ts'
import type { PostSummary } from '#content/schema.ts'

type PostCardProps = {
  post: Listed<PostSummary>
  date: ReturnType<Reader['date']>
  picture: ReturnType<Reader['picture']>
  reader: Reader
  headingLevel?: 2 | 3
  /** How many of the page's twelve columns the card fills in wide windows. */
  columns?: number
}

/** A post in a list: picture, date, title, lead and a link to its page, if it has one (spec §2.7). */
function PostCard({ post, date, picture, reader, headingLevel = 3, columns = 4 }: PostCardProps) {
  const Heading = `h${headingLevel}` as const
  const title = reader.words(post.title, 'h3')
  return (
    <article className="post-card">
      {picture && (
        <Picture
          picture={picture}
          className="post-card__picture"
          sizes={sizesOf(columnWidths(columns, false), { from: [64, 48] })}
          isSmall={isSmallFor(picture, { columns, shape: 3 / 2 })}
        />
      )}
      <div className="post-card__text">
        {date && (
          <time className="post-card__date" dateTime={date.iso}>
            {date.text}
          </time>
        )}
        <Heading className="post-card__title">{post.href ? <a href={post.href}>{title}</a> : title}</Heading>
        {post.lead && <p className="post-card__lead">{reader.words(post.lead)}</p>}
        {post.href && (
          <a className="more-link post-card__more" href={post.href}>
            <span>{reader.text('blog.seeMore')}</span> <span className="visually-hidden">{post.title}</span>
            <Icon name="arrow" />
          </a>
        )}
      </div>
    </article>
  )
}

type PostGridProps = Pick<PostCardProps, 'reader' | 'headingLevel' | 'columns'> & {
  posts: Listed<PostSummary>[]
  /** Whether many pages show exactly these posts. */
  isShared?: boolean
}

/** Post cards in three, two or one columns. */
export function PostGrid({ posts, reader, isShared, ...look }: PostGridProps) {
  // Read outside the part that pages share: each page has to report an invalid date, and has to know whether one of its
  // pictures moves.
  const cards = posts.map((post) => ({
    post,
    date: reader.date(post.publicationDate),
    picture: reader.picture(post.teaserImage, 'post_list_thumb'),
  }))
  const items = (): ReactElement => (
    <>
      {cards.map((card) => (
        <li key={card.post.id}>
          <PostCard {...card} {...look} reader={reader} />
        </li>
      ))}
    </>
  )
  const name = isShared && `posts ${JSON.stringify([look, posts])}`
  return (
    <ul className="post-grid" role="list" {...(name ? sharedContent(reader, name, items) : { children: items() })} />
  )
}
