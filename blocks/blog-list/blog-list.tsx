import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { PostGrid } from '#blocks/_shared/lists/post-grid.tsx'
import { Section } from '#blocks/_shared/section.tsx'
import { defaultPostsPerPage } from '#content/blocks/block-facts.ts'
import { PageLinks } from './page-links.tsx'

/** The posts of one page of the blog, newest first, with links to the other pages. Without pagination, all posts. */
export function BlogList({ block, reader }: BlockProps<'blog_list'>): ReactElement | null {
  const { pagination } = reader
  const perPage = block.perPage ?? defaultPostsPerPage
  const first = ((pagination?.page ?? 1) - 1) * perPage
  const posts = pagination ? reader.posts(first, perPage) : reader.posts()
  if (posts.length === 0 && pagination && pagination.page > 1) return null // another list on the page is longer
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')}>
      {posts.length > 0 ? (
        <PostGrid posts={posts} reader={reader} headingLevel={block.headline ? 3 : 2} />
      ) : (
        <p className="empty-list">{reader.text('blog.empty')}</p>
      )}
      {pagination && pagination.pages > 1 && <PageLinks pagination={pagination} reader={reader} />}
    </Section>
  )
}
