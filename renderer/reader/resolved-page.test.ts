import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createMarkupParts } from '#renderer/page/rich-text-parts.tsx'
import { createRecorder } from '#renderer/reads/recorder.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { testSettings, testSite } from '#tests/fixtures/site.ts'
import { createHyphenation } from './hyphenate.ts'
import { createPageReader } from './page-reader.ts'
import { resolvePage } from './resolve-page.ts'

const parts = createMarkupParts(renderToStaticMarkup, (markup) => markup)
const hyphenation = createHyphenation()

/** Returns the resolved page at a path, with the codes of its findings and the questions it asked. */
function resolve(path: string, fixture: FixtureLocale) {
  const { site, routeAt } = testSite({ locales: { pl: fixture }, settings: testSettings({ regions: { pl: 'PL' } }) })
  const recorder = createRecorder(site)
  const { file } = routeAt(path)
  const { result, page } = recorder.record(() =>
    resolvePage(recorder, file, createPageReader({ site, recorder, file, parts, hyphenation })),
  )
  return {
    ...result,
    reported: page.findings.map(({ code }) => code),
    asked: page.reads.map(({ question }) => question),
  }
}

/** Returns the small site with more nodes, and a page for the first of them. */
function withPage(fields: Record<string, unknown>, ...nodes: Record<string, unknown>[]): FixtureLocale {
  const small = smallSite({ perPage: 2 })
  return { ...small, nodes: [...(small.nodes ?? []), ...nodes], pages: { ...small.pages, x: page('x', 'X', fields) } }
}

describe('a post', () => {
  const again = node('/news/:slug', 'posts', { action: 'show' })

  it('is shown beside other posts, and shared at its original address', () => {
    const { post: shown } = resolve('/news/post-2', withPage({}, again))
    expect(shown?.others.map(({ title }) => title)).toEqual(['Post 1', 'Post 3'])
    expect(shown?.shareUrl).toBe('https://www.example.com/blog/post-2')
  })

  it('is shown without other posts if a block of its own shows the newest posts', () => {
    const small = smallSite()
    const [first, ...rest] = small.posts as Record<string, unknown>[]
    const posts = [{ ...first, blocks: [{ id: 1, type: 'post_list' }] }, ...rest]
    const { post: shown, asked } = resolve('/blog/post-1', { ...small, posts })
    expect(shown?.others).toEqual([])
    expect(asked.filter((one) => one.startsWith('["list"'))).toEqual([])
  })

  it('requests one post more than it shows only if it is among them itself', () => {
    const [three, four] = ['["list","pl","posts",0,3]', '["list","pl","posts",0,4]']
    const listsOf = (path: string) => {
      const { asked, post: shown } = resolve(path, smallSite({ posts: 6 }))
      return [shown?.others.map(({ title }) => title), asked.filter((one) => one.startsWith('["list"'))]
    }
    expect(listsOf('/blog/post-3')).toEqual([
      ['Post 1', 'Post 2', 'Post 4'],
      [three, four],
    ])
    expect(listsOf('/blog/post-6')).toEqual([['Post 1', 'Post 2', 'Post 3'], [three]])
  })

  it('was edited only after its publication', () => {
    const small = smallSite()
    const [first, ...rest] = small.posts as Record<string, unknown>[]
    const editedAt = (fields: object) =>
      resolve('/blog/post-1', { ...small, posts: [{ ...first, ...fields }, ...rest] }).editedAt
    const publicationDate = '2026-10-28T08:00:00+01:00'
    expect(editedAt({ publicationDate, updatedAt: '2026-10-28 09:00+01' })).toBe('2026-10-28T09:00+01:00')
    expect(editedAt({ publicationDate: null, updatedAt: '2026-10-28' })).toBe('2026-10-28')
    for (const updatedAt of ['2026-10-20', publicationDate, 'soon', null])
      expect(editedAt({ publicationDate, updatedAt })).toBeUndefined()
  })

  it('has crumbs with the names of pages, and its own title for the pattern', () => {
    const crumbs = [
      { name: 'Home', slug: '/' },
      { name: ' ', slug: '/about' },
      { name: 'Blog', slug: '/blog' },
      { name: 'Entry', slug: '/news/:slug' },
    ]
    const { crumbs: shown } = resolve('/news/post-2', withPage({}, { ...again, crumbs }))
    expect(shown).toEqual([
      { name: 'Blog', href: '/blog' },
      { name: 'Post 2', href: '/news/post-2' },
    ])
  })
})

it('a further page of a list reports nothing again, and shows only the list', () => {
  const list = { id: 1, type: 'blog_list', perPage: 2 }
  const fields = {
    title: undefined,
    theme: { maskOpacity: 250 },
    blocks: [{ id: 2, type: 'text', html: '<p>A</p>' }, list],
  }
  const site = withPage(fields, node('/x', 'x'))
  const [first, second] = [resolve('/x', site), resolve('/x/page/2', site)]
  expect(first.reported.sort()).toEqual(['field-ignored', 'title-missing'])
  expect(second.reported).toEqual([])
  expect([first, second].map(({ blocks }) => blocks.map(({ type }) => type))).toEqual([
    ['text', 'blog_list'],
    ['blog_list'],
  ])
})

it('only a root node at "/" gets the layout of the home page by default', () => {
  const templateOf = ([nodeType = '', slug = '']: string[]) =>
    resolve(slug, { nodes: [node(slug, 'x', { nodeType })], pages: { x: page('x', 'X') } }).template
  const nodes = [
    ['root', '/'],
    ['article', '/'],
    ['root', '/x'],
  ]
  expect(nodes.map(templateOf)).toEqual(['home', 'subpage', 'subpage'])
})

it('an offline page has its own template', () => {
  expect(['/offline.html', '/404.html'].map((path) => resolve(path, smallSite()).template)).toEqual([
    'offline',
    'error',
  ])
})

describe('data for search engines and social networks', () => {
  const seoOf = (fields: Record<string, unknown>) => resolve('/x', withPage(fields, node('/x', 'x'))).seo
  const theme = { description: 'Of the theme', subtitle: 'Subtitle', backgroundImage: { url: '/theme.jpg', alt: '' } }

  it('is that of the document, or that of its intro', () => {
    expect(seoOf({ theme: { subtitle: 'Subtitle' } })).toMatchObject({ description: 'Subtitle' })
    expect(seoOf({ theme })).toMatchObject({ description: 'Of the theme', image: { url: '/theme.jpg' } })
    expect(seoOf({ theme, seoDescription: 'Own', seoImageSrc: '/own.jpg' })).toEqual({
      ...{ description: 'Own', image: { url: '/own.jpg' } },
    })
  })

  it('is the lead and the picture of a post or service', () => {
    const member = { id: 1, slug: 'a', title: 'A', lead: 'Lead', image: { url: '/a.jpg' }, blocks: [] }
    const seoOfMember = (kind: string) =>
      resolve('/a/a', {
        nodes: [node('/a/:slug', kind, { action: 'show' })],
        ...{ services: [member], posts: [{ ...member, teaserImage: member.image }] },
      }).seo
    for (const kind of ['posts', 'services'])
      expect(seoOfMember(kind)).toMatchObject({ description: 'Lead', image: { url: '/a.jpg' } })
  })
})

it('the picture behind an intro is that of the theme, or that of the document', () => {
  const service = (theme?: object) => ({ id: 1, slug: 'a', title: 'A', image: { url: '/own.jpg' }, theme, blocks: [] })
  const imageOf = (theme?: object) => {
    const nodes = [node('/services/:slug', 'services', { action: 'show' })]
    return resolve('/services/a', { nodes, services: [service(theme)] }).intro.image?.url
  }
  expect([imageOf({ backgroundImage: { url: '/theme.jpg' } }), imageOf()]).toEqual(['/theme.jpg', '/own.jpg'])
})

it('the country of a job offer defaults to that of its locale, and an invalid code is reported', () => {
  const countryOf = (country?: string) => {
    const offer = { id: 1, slug: 'a', title: 'A', country, blocks: [{ id: 1, type: 'job_application' }] }
    const site = { nodes: [node('/jobs/:slug', 'job_offers', { action: 'show' })], job_offers: [offer] }
    const { job, reported } = resolve('/jobs/a', site)
    return [job?.country, ...reported]
  }
  expect(['DE', 'DEU', undefined].map(countryOf)).toEqual([['DE'], [undefined, 'country-invalid'], ['PL']])
})
