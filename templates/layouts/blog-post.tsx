import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import { PostGrid } from '#blocks/_shared/lists/post-grid.tsx'
import type { Href, Reader } from '#blocks/_shared/reader.ts'
import { Section } from '#blocks/_shared/section.tsx'
import type { PageView } from '#templates/page-view.ts'
import type { TemplateProps } from '#templates/template-props.ts'
import { PageHead } from './page-head.tsx'

type PostView = NonNullable<PageView['post']>

/** A post: banner, breadcrumbs, its facts beside its text, and other recent posts (spec §2.3). */
export function BlogPost({ page, reader, blocks }: TemplateProps): ReactElement {
  const { post } = page
  // The date is among the facts of the post.
  const intro = post?.publicationDate ? { ...page.intro, publicationDate: undefined } : page.intro
  return (
    <>
      <article>
        <PageHead page={{ ...page, intro }} reader={reader} />
        <div className="post">
          {post && <PostFacts post={post} title={page.title} reader={reader} />}
          <div className="post__text">
            {post?.lead && <p className="post__lead">{reader.words(post.lead)}</p>}
            {blocks}
          </div>
        </div>
      </article>
      {post && post.others.length > 0 && (
        <Section id="other-posts" headline={reader.text('blog.others')} tone="sunk">
          <PostGrid posts={post.others} reader={reader} isShared />
        </Section>
      )}
    </>
  )
}

type PostFactsProps = { post: PostView; title: string; reader: Reader }

function PostFacts({ post, title, reader }: PostFactsProps): ReactElement {
  const date = reader.date(post.publicationDate, 'publicationDate')
  return (
    <div className="post__facts">
      {post.backHref && (
        <a className="more-link post__back" href={post.backHref}>
          <Icon name="back" />
          <span>{reader.text('blog.back')}</span>
        </a>
      )}{' '}
      {date && (
        <time className="post__date" dateTime={date.iso}>
          {date.text}
        </time>
      )}
      {post.author && <p>{reader.text('blog.author', { name: post.author })}</p>}
      <ShareLinks post={post} title={title} reader={reader} />
    </div>
  )
}

function ShareLinks({ post, title, reader }: PostFactsProps): ReactElement {
  const address = encodeURIComponent(post.shareUrl)
  const links = [
    { name: 'facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${address}` as Href },
    { name: 'linkedin', href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}` as Href },
  ] as const
  return (
    <ul className="share-links" role="list" aria-label={reader.text('blog.share', { title })}>
      {links.map(({ name, href }) => (
        <li key={name}>
          <a href={href} target="_blank" rel="noopener">
            <Icon name={name} />
            <span className="visually-hidden">{reader.text(`blog.shareOn.${name}`)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
