import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PanelData } from '#preview/panel-data.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { type FixtureService, sendJson, startFixtureService } from '#tests/fixtures/content-service.ts'
import { runSite } from '#tests/run-site.ts'
import { startTestPreview, type TestPreview } from './start-test-preview.ts'

const site = smallSite()
/** Answers of the service to requests for drafts, by the path below `/api/`. */
const drafts = new Map<string, { status: number; body: unknown }>()
let service: FixtureService
let preview: TestPreview

beforeAll(async () => {
  service = await startFixtureService({
    locales: Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, site])),
    intercept({ url }, response) {
      const { pathname, searchParams } = new URL(url ?? '/', 'http://fixture')
      const isDraft = searchParams.get('preview') === 'true' && searchParams.get('locale') === 'en'
      const draft = isDraft ? drafts.get(pathname.replace('/api/', '')) : undefined
      if (draft) sendJson(response, draft.status, draft.body)
      return draft !== undefined
    },
  })
  preview = await startTestPreview({ api: service.api })
})
beforeEach(() => drafts.clear())
afterAll(async () => {
  await preview.close()
  await service.close()
})

const about = 'nodeType=article_with_crumbs&id=2&locale=en'
const panelOfAbout = () => preview.json<PanelData>(`/admin/api/panel?${about}`)

it('shows an error instead of the page when its draft cannot be read', async () => {
  drafts.set('pages/2', { status: 500, body: { code: 500, message: 'Full disk' } })
  const { status, text } = await preview.get('/en/about')
  expect(status).toBe(500)
  expect(text).toContain('pageData error')
  expect(text).toContain('Full disk')
  expect(text).not.toContain('build again')
})

it('reports that a page is shown as published when the service has no draft of it', async () => {
  for (const status of [401, 404]) {
    drafts.set('pages/2', { status, body: { code: status, message: 'No' } })
    expect((await preview.get('/en/about')).status).toBe(200)
    const reported = await preview.get(`/admin/api/panel?${about}`)
    expect(reported.text).toContain('The page is shown as it is published.')
  }
  drafts.set('pages/77', { status: 404, body: { code: 404, message: 'No' } })
  const unknown = await preview.get('/admin/api/panel?nodeType=article_with_crumbs&id=77&locale=en')
  expect(unknown.text).not.toContain('as it is published')
})

it('does not say that a page is shown as published when its published document is missing too', async () => {
  const refresh = () => fetch(`${preview.origin}/admin/api/refresh`, { method: 'POST' })
  const { pages = {} } = site
  const { 2: _about, ...others } = pages
  site.pages = others
  await refresh()
  const [page, panel] = [await preview.get('/en/about'), await preview.get(`/admin/api/panel?${about}`)]
  site.pages = pages
  await refresh()
  expect(page.text).toContain('pageData not found')
  expect(panel.text).toContain('pageData not found')
  expect(panel.text).not.toContain('as it is published')
})

const moveTo = (slug: string, ...ids: unknown[]) => {
  const nodes = site.nodes?.map((node) => ([2, ...ids].includes(node.nodeReference) ? { ...node, slug } : node))
  drafts.set('sitemap_nodes', { status: 200, body: nodes })
}

it('shows a draft that moves to the address of another page, and not that page', async () => {
  moveTo('/blog')
  const { hasAddress, href, seo, remarks } = await panelOfAbout()
  expect(hasAddress).toBe(false)
  expect(seo.title).toContain('About')
  expect((await preview.get(href)).text).toContain('Text of About.')
  expect((await preview.get('/en/blog')).text).not.toContain('Text of About.')
  const [remark] = remarks
  expect(remark?.code).toBe('duplicate-address')
  expect(remark?.message).toContain('The address "/en/blog" is claimed by node "/blog" (en')
})

it('names a page in the same way at the address to which its draft moves', async () => {
  moveTo('/elsewhere')
  expect(await panelOfAbout()).toMatchObject({ href: '/en/elsewhere' })
  const target = Object.fromEntries(new URLSearchParams(about))
  expect(await preview.json('/admin/api/where?path=/en/elsewhere')).toEqual(target)
})

it('shows each of two drafts that move to the same address', async () => {
  moveTo('/claimed', 3)
  await panelOfAbout()
  const blog = await preview.json<PanelData>('/admin/api/panel?nodeType=pattern&id=3&locale=en')
  expect(blog).toMatchObject({ href: '/en/claimed', hasAddress: true })
  const { hasAddress, href, remarks } = await panelOfAbout()
  expect(hasAddress).toBe(false)
  expect((await preview.get(href)).text).toContain('Text of About.')
  expect(remarks[0]).toMatchObject({
    code: 'duplicate-address',
    message: 'The draft pages/3 (en) moves to "/en/claimed" too.',
  })
})

it('explains why a draft that moves has no address', async () => {
  moveTo('/what?')
  const { hasAddress, remarks } = await panelOfAbout()
  expect(hasAddress).toBe(false)
  expect(remarks[0]).toMatchObject({ code: 'slug-invalid', severity: 'error' })
})

it('does not mistake the note in a broken block for text of the draft', async () => {
  const published = site.pages?.[2] as { blocks: object[] }
  const [first] = published.blocks
  const blocks = [
    { ...first, html: 5 },
    { id: 'new', type: 'faq' },
  ]
  drafts.set('pages/2', { status: 200, body: { ...published, title: 'About them', blocks } })
  const { words, blocks: rows } = await panelOfAbout()
  expect(rows.map(({ isBroken }) => isBroken)).toEqual([true, true])
  expect(words.map(({ path }) => path)).toEqual(['title'])
})

it('says at an export which blocks of the draft are not shown as written', async () => {
  const published = site.pages?.[2] as { blocks: object[] }
  const blocks = [
    { ...published.blocks[0], html: 5 },
    { id: 'new', type: 'hologram' },
  ]
  drafts.set('pages/2', { status: 200, body: { ...published, blocks } })
  const folder = join(preview.cache, 'draft')
  const args = ['preview', '2', '--type', 'article_with_crumbs', '--locale', 'en', '--api', service.api]
  const { code, stderr } = await runSite([...args, '--images', 'off', '--cache', preview.cache, '--export', folder])
  expect(code, stderr).toBe(0)
  expect(stderr).toContain('The draft is incomplete: In block 1, field "html": expected a text, got 5')
  expect(stderr).toContain('The draft is incomplete: After block 1, the draft has a block of the unknown type')
})
