import { expect, it } from 'vitest'
import type { Href, Reader } from '#blocks/_shared/reader.ts'
import type { Block } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import type { ResolvedPage } from './resolved-page.ts'
import { structuredDataOf } from './structured-data.ts'

const href = (path: string) => path as Href
const canonical = 'https://www.example.com/en/page'

/** The structured data of a page by its type. */
function dataOf(more: Partial<ResolvedPage>, reader: Partial<Reader> = {}): Record<string, Record<string, unknown>> {
  const page = { template: 'subpage', title: 'A page', crumbs: [], blocks: [], seo: {}, ...more } as unknown
  const things = structuredDataOf(page as ResolvedPage, fakeReader(reader), canonical) as Record<string, unknown>[]
  return Object.fromEntries(things.map(({ '@context': _context, '@type': type, ...thing }) => [type, thing]))
}

it('is empty for error pages and for the shells of restricted pages', () => {
  const crumbs = [{ name: 'Page', href: href('/en/page') }]
  expect(Object.keys(dataOf({ crumbs }))).toEqual(['BreadcrumbList'])
  expect(dataOf({ crumbs, error: { status: 404 } })).toEqual({})
  expect(dataOf({ crumbs, template: 'restricted' })).toEqual({})
})

it('counts the breadcrumbs that have an address from the home page on', () => {
  const crumbs = [{ name: 'Group' }, { name: 'Page', href: href('/en/page') }]
  const trailOf = (reader: Partial<Reader>) => dataOf({ crumbs }, reader).BreadcrumbList?.itemListElement
  const page = { '@type': 'ListItem', name: 'Page', item: 'https://www.example.com/en/page' }
  expect(trailOf({})).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Trasanova', item: 'https://www.example.com/en' },
    { ...page, position: 2 },
  ])
  expect(trailOf({ page: () => undefined })).toEqual([{ ...page, position: 1 }])
})

it('describes the site and the organisation on the home page only', () => {
  expect(dataOf({})).toEqual({})
  const { Organization, WebSite } = dataOf({}, { path: href('/en') })
  expect(WebSite).toEqual({ name: 'Trasanova', url: 'https://www.example.com/' })
  expect(Organization).toMatchObject({
    name: 'Trasanova',
    url: 'https://www.example.com/',
    telephone: '+44 1632 960 110',
  })
  expect(Organization?.sameAs).toContain('https://www.facebook.com/example')
  const site = { ...fakeReader().site, social: [] }
  expect(dataOf({}, { path: href('/en'), site }).Organization).not.toHaveProperty('sameAs')
})

it('has the questions of FAQ pages that have words and an answer', () => {
  const items = [
    { question: 'How long?', answer: '<p>Two days</p>' },
    { question: ' ', answer: '<p>Words</p>' },
    { question: 'Empty?', answer: '<p> </p>' },
  ]
  const blocks = [{ type: 'faq', id: '1', items } as unknown as Block]
  expect(dataOf({ nodeType: 'faq', blocks }).FAQPage?.mainEntity).toEqual([
    { '@type': 'Question', name: 'How long?', acceptedAnswer: { '@type': 'Answer', text: '<p>Two days</p>' } },
  ])
  expect(dataOf({ nodeType: 'faq', blocks: [] })).toEqual({})
  expect(dataOf({ nodeType: 'article', blocks }), 'questions on another page').toEqual({})
})

it('describes a post, and names its author or else the organisation', () => {
  const articleOf = (post: object) => dataOf({ post: { others: [], shareUrl: '', ...post } }).BlogPosting
  expect(articleOf({ author: 'Ada Wilk' })?.author).toEqual({ '@type': 'Person', name: 'Ada Wilk' })
  const ours = { '@type': 'Organization', name: 'Trasanova' }
  expect(articleOf({ author: 'Trasanova' })?.author).toEqual(ours)
  expect(articleOf({})).toEqual({
    ...{ headline: 'A page', mainEntityOfPage: canonical, inLanguage: 'en', author: ours, publisher: ours },
  })
  expect(dataOf({ post: { others: [], shareUrl: '' }, seo: { description: 'Words' } }).BlogPosting).toMatchObject({
    description: 'Words',
  })
  expect(articleOf({ publicationDate: '2026-01-02T10:00:00Z', image: { url: '/a.jpg' } })).toMatchObject({
    ...{ datePublished: '2026-01-02', image: 'https://www.example.com/a.jpg' },
  })
  const post = { others: [], shareUrl: '' }
  expect(dataOf({ post, editedAt: '2026-02-03' }).BlogPosting).toMatchObject({ dateModified: '2026-02-03' })
})

it('describes a job that has a date and a country, without the fields that it lacks', () => {
  const jobOf = (job: object, more: Partial<ResolvedPage> = {}) =>
    dataOf({ job: { slug: '/jobs/driver', ...job }, ...more }).JobPosting
  const needed = { country: 'PL', publicationDate: '2026-01-02' }
  expect(jobOf({ ...needed, country: undefined })).toBeUndefined()
  expect(jobOf({ ...needed, publicationDate: undefined })).toBeUndefined()
  expect(jobOf(needed)).toEqual({
    ...{ title: 'A page', description: 'A page', datePosted: '2026-01-02' },
    hiringOrganization: { '@type': 'Organization', name: 'Trasanova', sameAs: 'https://www.example.com/' },
    jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressCountry: 'PL' } },
  })
  const text = { type: 'text', id: '1', html: '<p>Drive</p>' } as unknown as Block
  const facts = { lead: 'Lead', location: 'Gdynia', employmentType: 'FULL_TIME', validThrough: '2026-03-04' }
  expect(jobOf({ ...needed, ...facts }, { blocks: [text] })).toMatchObject({
    ...{ description: '<p>Drive</p>', validThrough: '2026-03-04', employmentType: 'FULL_TIME' },
    jobLocation: { address: { addressLocality: 'Gdynia' } },
  })
  expect(jobOf({ ...needed, ...facts })?.description).toBe('Lead')
  expect(jobOf({ ...needed, employmentType: 'sometimes' })).not.toHaveProperty('employmentType')
})
