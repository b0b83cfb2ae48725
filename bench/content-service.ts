import { node, post } from '#tests/fixtures/content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'

const pages = Number(process.argv[2] ?? 2000)
const locales = ['pl', 'en', 'de', 'fr', 'es']
const perLocale = Math.ceil(pages / locales.length)

const sentence =
  'A tracker reports where a vehicle is, how much fuel it holds and when it last stood still for longer than planned. '
const paragraph = `<p>${sentence.repeat(6)}<a href="/en">Read on</a>, <strong>then decide</strong>.</p>`
const article = `<h2>What changes</h2>${paragraph.repeat(3)}<ul>${`<li>${sentence}</li>`.repeat(5)}</ul>`

const blocks = (id: number) => [
  { id: `${id}-1`, type: 'banner', title: `Banner ${id}`, html: paragraph },
  ...[2, 3, 4].map((n) => ({ id: `${id}-${n}`, type: 'text', headline: `Part ${n}`, html: article })),
  {
    id: `${id}-5`,
    type: 'tiles',
    headline: 'Tiles',
    tiles: Array.from({ length: 6 }, (_, n) => ({ title: `Tile ${n}`, html: paragraph })),
  },
  {
    id: `${id}-6`,
    type: 'faq',
    headline: 'Questions',
    items: Array.from({ length: 6 }, (_, n) => ({ question: `Question ${n}?`, answer: paragraph })),
  },
]

const menus = Array.from({ length: 6 }, (_, top) => ({
  id: top,
  name: `Menu ${top}`,
  group: 'main',
  children: Array.from({ length: 20 }, (_, child) => ({
    id: `${top}-${child}`,
    name: `Entry ${child}`,
    slug: '/',
    description: sentence,
  })),
}))

const content = {
  nodes: [
    node('/', 1, { nodeType: 'root' }),
    node('/blog', 2, { nodeType: 'pattern' }),
    node('/blog/:slug', 'posts', { nodeType: 'article', action: 'show', crumbs: [{ name: 'Blog', slug: '/blog' }] }),
  ],
  menus,
  pages: {
    1: { id: 1, title: 'Home', layout: 'home', blocks: blocks(1) },
    2: { id: 2, title: 'Blog', layout: 'blog', blocks: [{ id: 'list', type: 'blog_list', perPage: 100 }] },
  },
  posts: Array.from({ length: perLocale }, (_, index) => post(index, { blocks: blocks(index) })),
}

type Content = typeof content

// Each locale has a copy, so that a page of one can be changed; answers carry tags, as those of a good service do.
const contents = new Map(locales.map((locale): [string, Content] => [locale, structuredClone(content)]))
const service = await startFixtureService({ locales: Object.fromEntries(contents), postsPerPage: 500, withTags: true })
process.send?.(service.api)

/** `{change}` gives the home page of the first locale another text. */
process.on('message', ({ change }: { change: number }) => {
  const [first] = contents.values()
  if (first) Object.assign(first.pages[1].blocks[0] ?? {}, { title: `Banner of round ${change}` })
  process.send?.('changed')
})
