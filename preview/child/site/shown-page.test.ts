import { expect, it } from 'vitest'
import { SiteError } from '#content/finding.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import type { PreviewSite } from './preview-site.ts'
import { pageAt, shownPage } from './shown-page.ts'

it('names the decoded address of a list page that a draft removes, and shows the first page', async () => {
  const small = smallSite({ posts: 3, perPage: 2 })
  const nodes = [...(small.nodes ?? []), node('/żółw', 9)]
  const list = page(9, 'List', { blocks: [{ id: 1, type: 'blog_list', perPage: 2 }] })
  const { routeAt } = testSite({ locales: { pl: { ...small, nodes, pages: { ...small.pages, 9: list } } } })
  const route = routeAt('/żółw/page/2')
  const draft = { assembled: { own: [] }, route: routeAt('/żółw') }
  const preview = { openPlace: async () => draft } as unknown as PreviewSite
  await expect(shownPage(preview, route)).rejects.toThrow('The draft has no page "/żółw/page/2".')
  expect(await shownPage(preview, routeAt('/żółw'))).toEqual(draft)
})

it('shows the draft of a page with two nodes at both addresses', async () => {
  const small = smallSite()
  const nodes = [...(small.nodes ?? []), node('/a', 9), node('/b', 9)]
  const { site, routeAt } = testSite({
    locales: { pl: { ...small, nodes, pages: { ...small.pages, 9: page(9, 'A') } } },
  })
  const place = { kind: 'pages', id: '9', locale: 'pl' }
  const draft = { place, assembled: { site, own: [routeAt('/a'), routeAt('/b')] }, route: routeAt('/a') }
  const preview = { openPlace: async () => draft } as unknown as PreviewSite
  for (const path of ['/a', '/b']) expect((await shownPage(preview, routeAt(path))).route.path).toBe(path)
})

it('shows the published page of an address when the draft that moved there was deleted', async () => {
  const { site, routeAt } = testSite({ locales: { pl: smallSite({ posts: 1 }) } })
  const route = routeAt('/')
  const preview = {
    published: { site },
    base: { job: { token: 'a' } },
    movedTo: () => ({ kind: 'posts', id: '9', locale: 'pl' }),
    openPlace: () => Promise.reject(new SiteError({ code: 'document-missing', message: 'There is no draft.' })),
  } as unknown as PreviewSite
  expect(await pageAt(preview, '/')).toEqual({ assembled: { site }, route })
})
