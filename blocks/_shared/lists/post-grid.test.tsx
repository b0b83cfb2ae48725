import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Href } from '#blocks/_shared/reader.ts'
import { postSummarySchema } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { PostGrid } from './post-grid.tsx'

const post = postSummarySchema.parse({
  id: 1,
  slug: 'a',
  title: 'One night',
  lead: 'Four operators',
  publicationDate: '2026-10-28',
})

it('shows the date, title and lead of a post, and a link that names it', () => {
  const html = renderToStaticMarkup(
    <PostGrid posts={[{ ...post, href: '/en/blog/a' as Href }]} reader={fakeReader()} />,
  )
  expect(html).toContain('<time class="post-card__date" dateTime="2026-10-28">')
  expect(html).toContain('<h3 class="post-card__title"><a href="/en/blog/a">One night</a></h3>')
  expect(html).toContain('Four operators')
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('See more One night') // words are separated without styles too
})

it('has no links if a post has no page', () => {
  expect(renderToStaticMarkup(<PostGrid posts={[post]} reader={fakeReader()} headingLevel={2} />)).not.toContain('<a ')
})

it('escapes hostile texts and leaves out a missing picture', () => {
  const html = renderToStaticMarkup(<PostGrid posts={[{ ...post, title: '<script>' }]} reader={fakeReader()} />)
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<picture')
})
