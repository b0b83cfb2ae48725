import { expect, it } from 'vitest'
import type { PreviewSite } from '#preview/child/site/preview-site.ts'
import { page, smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { listPages } from './list-pages.ts'

const finding = { code: 'service-error', message: 'GET /posts (pl) answered 500.' } as const

it('lists each document once, without the further pages of lists and the error pages', () => {
  const list = page(2, 'About', { blocks: [{ id: 1, type: 'blog_list', perPage: 1 }] })
  const small = smallSite({ posts: 2 })
  const { site, routes } = testSite({ locales: { pl: { ...small, pages: { ...small.pages, 2: list } } } })
  expect(routes.map(({ path }) => path)).toEqual(expect.arrayContaining(['/about/page/2', '/404.html']))
  const preview = { published: { site, own: routes }, readErrors: [finding] } as unknown as PreviewSite
  expect(listPages(preview).map(({ href, kind, title }) => [href, kind, title])).toEqual([
    ['/', 'pages', 'Home'],
    ['/about', 'pages', 'About'],
    ['/blog', 'pages', 'Blog'],
    ['/blog/post-1', 'posts', 'Post 1'],
    ['/blog/post-2', 'posts', 'Post 2'],
  ])
})

it('says why there are no pages', () => {
  const preview = { published: { own: [] }, readErrors: [finding] } as unknown as PreviewSite
  expect(() => listPages(preview)).toThrow(finding.message)
  expect(listPages({ ...preview, readErrors: [] })).toEqual([])
})
