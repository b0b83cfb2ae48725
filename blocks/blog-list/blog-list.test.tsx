import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Href, Listed } from '#blocks/_shared/reader.ts'
import type { PostSummary } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { BlogList } from './blog-list.tsx'
import { shownPages } from './page-links.tsx'

const posts: Listed<PostSummary>[] = Array.from({ length: 30 }, (_, at) => ({
  id: String(at),
  slug: `p${at}`,
  title: `Post ${at}.`,
  lead: undefined,
  publicationDate: '2026-10-28',
  teaserImage: undefined,
  updatedAt: undefined,
}))
const slice = (from?: number, count?: number) => posts.slice(from).slice(0, count)
const block = { id: '1', type: 'blog_list', headline: undefined, perPage: undefined } as const
const hrefOf = (page: number) => (page === 1 ? '/en/blog' : `/en/blog/page/${page}`) as Href
const render = (page: number, pages: number, perPage?: number) =>
  renderToStaticMarkup(
    <BlogList
      block={{ ...block, perPage }}
      reader={fakeReader({ posts: slice, pagination: { page, pages, hrefOf } })}
    />,
  )

it('shows the posts of its page, twelve by default', () => {
  const second = render(2, 3)
  expect(second).not.toContain('Post 11.')
  expect(second).toContain('Post 12.')
  expect(second).toContain('Post 23.')
  expect(second).not.toContain('Post 24.')
  expect(render(2, 4, 9)).toContain('Post 9.')
})

it('links to the neighbouring pages and marks the current one', () => {
  const second = render(2, 3)
  expect(second).toMatch(/<a [^>]*href="\/en\/blog"[^>]*rel="prev"/)
  expect(second).toMatch(/<a [^>]*href="\/en\/blog\/page\/3"[^>]*rel="next"/)
  expect(second).toMatch(/href="\/en\/blog\/page\/2" aria-current="page"/)
  expect(render(1, 3)).not.toContain('rel="prev"')
  expect(render(3, 3)).not.toContain('rel="next"')
  expect(render(1, 1)).not.toContain('<nav')
})

it('marks page numbers after a gap', () => {
  const gaps = [...render(10, 60, 1).matchAll(/is-after-gap"><a [^>]*>(\d+)/g)].map(([, number]) => number)
  expect(gaps).toEqual(['9', '60'])
  expect(render(2, 3)).not.toContain('is-after-gap')
})

it('renders nothing on pages beyond its last post, which exist because of a longer list', () => {
  expect(render(4, 30)).toBe('')
})

it('shows every post if the list is not split into pages', () => {
  const markup = renderToStaticMarkup(<BlogList block={block} reader={fakeReader({ posts: slice })} />)
  expect(markup).toContain('Post 29.')
})

it('shortens long rows of page numbers around the current page', () => {
  expect(shownPages(1, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(shownPages(10, 60)).toEqual([1, 9, 10, 11, 60])
  expect(shownPages(60, 60)).toEqual([1, 59, 60])
})
