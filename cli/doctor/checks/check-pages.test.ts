import { expect, it } from 'vitest'
import type { ExaminedLocale } from '#cli/doctor/examine-locale.ts'
import { node, page, post, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { localeContent } from '#tests/fixtures/site.ts'
import { openVisit } from '#tests/fixtures/visit.ts'
import { checkContent } from './check-content.ts'
import { checkPages } from './check-pages.ts'

/**
 * Returns the remarks on the pages of a locale, and the pictures that were found. Documents in `unread` were not read.
 */
async function look(
  fixture: FixtureLocale,
  { unread = [] as string[], areErrors = false, known = [] as [string, string][] } = {},
) {
  await using visited = await openVisit(() => undefined)
  const { visit } = visited
  const content = localeContent('pl', fixture)
  for (const key of unread) {
    content.notes.delete(`pages/${key}`)
    content.documents.pages.delete(key)
  }
  const error = { code: 'not-found', isError: true, message: 'It is lost.', hint: 'x' } as const
  if (areErrors) visit.rows.of('/posts', 'pl').remarks.push(error)
  // no other field is read
  const examined = [{ content, readings: [], listed: [], pictures: new Map(known) } as unknown as ExaminedLocale]
  await checkPages(await checkContent(examined, visit), examined, visit)
  return { reported: visited.reported(), pictures: [...(examined[0]?.pictures ?? [])] }
}

const text = (html: string) => ({ id: 1, type: 'text', html })
const withPage = (one: object, at = '/x'): FixtureLocale => {
  const small = smallSite()
  return {
    ...small,
    nodes: [...(small.nodes ?? []), node(at, 'x')],
    pages: { ...small.pages, x: page('x', 'X', { ...one }) },
  }
}

it('has no remark on sound pages', async () => {
  expect((await look(smallSite())).reported).toEqual([])
})

it.each<[string, object, string]>([
  ['a heading that skips a level', { blocks: [text('<h2>A</h2><h5>B</h5>')] }, 'heading-skipped'],
  ['a dead link in rich text', { blocks: [text('<a href="/gone">A</a>')] }, 'link-dead'],
  ['a link in a field that leads nowhere on the web', { blocks: [text('<a href="foo:1">A</a>')] }, 'link-unsafe'],
  ['a page without a title', { title: '' }, 'title-missing'],
  ['a page whose title shows nothing', { title: '\u200b' }, 'title-missing'],
  [
    'words that a banner hides',
    { layout: 'home', theme: { subtitle: 'Hidden' }, blocks: [{ id: 1, type: 'banner', title: 'X' }] },
    'intro-hidden',
  ],
])('reports %s', async (_, one, code) => {
  expect((await look(withPage(one))).reported).toEqual([expect.stringContaining(`remark ${code} at /pages/{id} pl: `)])
})

it('reports a page that cannot be rendered as an error, and the remarks on other pages', async () => {
  const { nodes = [], pages = {}, ...small } = withPage({ blocks: [text('<b>'.repeat(6000))] })
  const untitled = { ...pages, y: page('y', '') }
  expect((await look({ ...small, nodes: [...nodes, node('/y', 'y')], pages: untitled })).reported.sort()).toEqual([
    expect.stringContaining('error render-failed at /pages/{id} pl: The page "/x" cannot be rendered: '),
    expect.stringContaining('remark title-missing at /pages/{id} pl: '),
  ])
})

it('reports links to a missing place on the page, or on another page that was read', async () => {
  const links = text('<p><a href="#own">A</a> <a href="/about#gone">B</a> <a href="/about#top">C</a></p>')
  const remark = (address: string) =>
    `remark place-missing at /pages/{id} pl: The page "/x" links to "${address}", but nothing there has that id.`
  expect((await look(withPage({ blocks: [links] }))).reported).toEqual([remark('#own'), remark('/about#gone')])
  const unread = await look(withPage({ blocks: [links] }), { unread: ['2'] })
  expect(unread.reported).toEqual([remark('#own')])
})

it('reports menu items with a link to a missing place on a page that was read', async () => {
  const child = { id: 'b', group: 'main', parentId: 'a', name: 'Prices', url: '/about#prices' }
  const menus = [{ id: 'a', group: 'main', name: 'About', url: '/about#top' }, child]
  const remark =
    'remark place-missing at /menus pl: The item "Prices" of a menu of "pl" links to "/about#prices", but nothing there has that id.'
  expect((await look({ ...smallSite(), menus })).reported).toEqual([remark])
  expect((await look({ ...smallSite(), menus }, { unread: ['2'] })).reported).toEqual([])
})

it('reports a job offer with an invalid country', async () => {
  const offer = { id: 1, slug: 'a', title: 'A', country: 'pl', blocks: [{ id: 1, type: 'job_application' }] }
  const nodes = [...(smallSite().nodes ?? []), node('/praca/:slug', 'job_offers', { nodeType: 'pattern' })]
  const { reported } = await look({ ...smallSite(), nodes, job_offers: [offer] })
  expect(reported).toEqual([expect.stringContaining('remark country-invalid at /job_offers/{slug} pl: ')])
})

it('finds pictures in rich text, with the first page that shows each', async () => {
  const blocks = [text('<p><img src="/media/a.png" alt="A"></p>')]
  const small = withPage({ blocks })
  const { pictures } = await look({ ...small, pages: { ...small.pages, 2: page(2, 'About', { blocks }) } })
  expect(pictures).toEqual([['/media/a.png', 'the page "/about"']])
  const known: [string, string][] = [['/media/a.png', '/posts/a (pl)']] // from a field
  expect((await look(small, { known })).pictures).toEqual(known)
})

it('skips invalid dates, which are reported with their fields', async () => {
  expect((await look(withPage({ theme: { publicationDate: 'soon' } }))).reported).toEqual([])
})

it('does not call a link dead if its target may not have been read', async () => {
  const links = text('<a href="/list/page/2">A</a> <a href="/list">B</a> <a href="/about/page/2">C</a>')
  const small = withPage({ blocks: [links] })
  const fixture = {
    ...small,
    nodes: [...(small.nodes ?? []), node('/list', 'list')],
    pages: { ...small.pages, list: page('list', 'List', { blocks: [{ id: 1, type: 'blog_list', perPage: 1 }] }) },
    posts: [post(2), post(1)],
  }
  expect((await look(fixture)).reported).toEqual([expect.stringContaining('"/about/page/2"')])
  expect((await look(fixture, { unread: ['list'] })).reported).toEqual([expect.stringContaining('"/about/page/2"')])
  expect((await look(fixture, { areErrors: true })).reported).toEqual(['error not-found at /posts pl: It is lost.'])
})
