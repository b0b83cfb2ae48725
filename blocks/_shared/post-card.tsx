import type { PostSummary } from '#content/schema.ts'
import { Icon } from './icon.tsx'
import { Picture } from './picture.tsx'
import type { Listed, Reader } from './reader.ts'

/** Of the columns of `post-card.css`. */
const sizes = '(min-width: 80rem) 24rem, (min-width: 64rem) 31vw, (min-width: 48rem) 47vw, calc(100vw - 2.5rem)'

export type PostCardProps = { post: Listed<PostSummary>; reader: Reader; headingLevel?: 2 | 3 }

/** A post in a list: picture, date, title, lead and a link to it (spec §2.7). A post without a page has no links. */
export function PostCard({ post, reader, headingLevel = 3 }: PostCardProps) {
  const Heading = `h${headingLevel}` as const
  const date = reader.date(post.publicationDate)
  const picture = reader.picture(post.teaserImage, 'post_list_thumb')
  return (
    <article className="post-card">
      {picture && <Picture picture={picture} className="post-card__picture" sizes={sizes} />}
      <div className="post-card__text">
        {date && (
          <time className="post-card__date" dateTime={date.iso}>
            {date.text}
          </time>
        )}
        <Heading className="post-card__title">{post.href ? <a href={post.href}>{post.title}</a> : post.title}</Heading>
        {post.lead && <p className="post-card__lead">{post.lead}</p>}
        {post.href && (
          <a className="more-link post-card__more" href={post.href}>
            <span>{reader.text('blog.seeMore')}</span>
            <span className="visually-hidden">{post.title}</span>
            <Icon name="arrow" />
          </a>
        )}
      </div>
    </article>
  )
}

/** Post cards in three, two or one columns. */
export function PostGrid({
  posts,
  reader,
  headingLevel,
}: Omit<PostCardProps, 'post'> & { posts: Listed<PostSummary>[] }) {
  return (
    <ul className="post-grid" role="list">
      {posts.map((post) => (
        <li key={post.id}>
          <PostCard post={post} reader={reader} headingLevel={headingLevel} />
        </li>
      ))}
    </ul>
  )
}
