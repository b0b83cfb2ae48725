import { beforeAll, expect, it } from 'vitest'
import type { Finding } from '#content/finding.ts'
import { everythingSite } from './fixtures/all-blocks.ts'
import { node, page } from './fixtures/content.ts'
import type { FixtureLocale } from './fixtures/content-service.ts'
import { type FixtureBuild, setFixtureBuilds } from './fixtures/fixture-builds.ts'
import { testSettings } from './fixtures/site.ts'

/** The names of the properties that every object inherits. Each is the word of one locale. */
const words = Object.getOwnPropertyNames(Object.prototype)
const locales = words.map((_, at) => `a${String.fromCharCode(97 + at)}`)

const builds = setFixtureBuilds()
let built: FixtureBuild

beforeAll(async () => {
  const families = [{ id: 'main', origin: 'https://www.example.com', defaultLocale: locales[0] ?? '', locales }]
  const contents = locales.map((locale, at) => [locale, siteOf(words[at] ?? '')])
  built = await builds.build(
    { locales: Object.fromEntries(contents) },
    { settings: testSettings({ families }), strict: false },
  )
})

/** Fields that editors or the service fill with any word they choose. */
const free = [
  ...['alt', 'author', 'caption', 'cssClass', 'description', 'email', 'employmentType', 'group', 'headline', 'lead'],
  ...['layout', 'location', 'mime', 'name', 'path', 'phone', 'position', 'question', 'region', 'subtitle', 'target'],
  ...['title', 'typeReferenceId', 'url'],
]

/** The whole fixture with one word in all of these fields, in ids and in slugs. */
function siteOf(word: string): FixtureLocale {
  const filled = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => filled(item, key))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part, name)]))
    return free.includes(key) && typeof value === 'string' ? word : value
  }
  const { pages = {}, nodes = [], menus = [], posts = [], services = [], ...others } = everythingSite
  const item = { id: word, name: word, group: word, cssClass: word, target: word, type: word, typeReferenceId: word }
  const blocks = [
    {
      id: word,
      type: 'text',
      headline: word,
      html: `<p><a href="${word}">${word}</a> <a href="#${word}">${word}</a></p>`,
    },
    { id: `${word}-2`, type: word },
    { id: `${word}-3`, type: 'post_list', url: word },
  ]
  return {
    ...(filled(others, '') as FixtureLocale),
    nodes: [...nodes, node(`/${word}`, word, { crumbs: [{ name: word, slug: word }] })],
    menus: [
      ...(filled(menus, '') as typeof menus),
      item,
      { ...item, id: 'main', group: 'main', slug: `/${word}`, children: [item] },
    ],
    pages: Object.fromEntries([
      ...Object.entries(filled(pages, '') as typeof pages).map(([key, one]) => [key, { ...one, layout: word }]),
      [word, page(word, word, { layout: word, blocks, seoTitle: word, theme: { title: word, maskOpacity: word } })],
    ]),
    posts: (filled(posts, '') as typeof posts).map((post, at) => (at === 0 ? { ...post, id: word, slug: word } : post)),
    services: (filled(services, '') as typeof services).map((service) => ({ ...service, id: word, slug: word })),
    product_categories: [{ id: word, name: word, path: word, parentBranch: [word] }],
  }
}

it('No word of the content breaks a page, not even a property name of Object.prototype', async () => {
  expect(built.report.errors).toEqual([])
  expect(built.report.isPublished).toBe(true)
  for (const [at, locale] of locales.entries()) {
    const html = await built.read(`${at === 0 ? '' : `${locale}/`}${words[at]}/index.html`)
    expect(html).toContain(`data-template="subpage"`)
    expect(html).toContain(`${words[at]}</h1>`)
    expect(html).not.toMatch(/\[native code\]|\[object |undefined|NaN/)
  }
})

it('Blocks with an odd word as their type are reported as unknown, each by its name', () => {
  const reported = built.report.warnings
    .filter(({ code }: Finding) => code === 'block-unknown')
    .map(({ message }) => message)
  for (const word of words)
    expect(
      reported.some((message) => message.includes(`"${word}"`)),
      word,
    ).toBe(true)
})
