import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { ButtonLink } from '#blocks/_shared/links/button-link.tsx'
import { PostGrid } from '#blocks/_shared/lists/post-grid.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { Section } from '#blocks/_shared/section.tsx'

const defaultLimit = 3

/**
 * The newest posts besides the page itself, with a button that links to the block's address or else to the blog. Nothing
 * without posts.
 */
export function PostList({ block, reader }: BlockProps<'post_list'>): ReactElement | null {
  const posts = otherPosts(reader, block.limit ?? defaultLimit)
  const blogHref = reader.page('blog')
  const allHref = reader.link(block.url) ?? (blogHref === reader.path ? undefined : blogHref)
  if (posts.length === 0) return null
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')}>
      <div className="post-list">
        <PostGrid
          posts={posts}
          reader={reader}
          isShared
          headingLevel={block.headline ? 3 : 2}
          columns={posts.length === 2 ? 6 : 4}
        />
        {allHref && (
          <p className="post-list__all">
            <ButtonLink href={allHref} kind="quiet">
              {reader.text('blog.all')}
            </ButtonLink>
          </p>
        )}
      </div>
    </Section>
  )
}

/** One more post is asked for only where the page is one of them, so that other pages do not depend on it. */
function otherPosts(reader: Reader, limit: number): ReturnType<Reader['posts']> {
  const isOther = ({ href }: { href?: string }): boolean => href !== reader.path
  const posts = reader.posts(0, limit)
  return posts.every(isOther) ? posts : reader.posts(0, limit + 1).filter(isOther)
}
