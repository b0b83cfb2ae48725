/** A document of the demo as it is in its file. */
export type Fields = {
  [name: string]: unknown
  blocks: { [name: string]: unknown }[]
  theme: { [name: string]: unknown }
}

/** An edit of one file of the demo content. `file` is its path in the content folder, without ending. */
export type Edit = {
  name: string
  file: string
  target: { nodeType: string; id: number; locale: string }
  change: (before: Fields) => unknown
}

const ofBlock = (at: number, fields: object) => (page: Fields) => ({
  ...page,
  blocks: page.blocks.map((one, index) => (index === at ? { ...one, ...fields } : one)),
})
const withFields = (fields: object) => (page: Fields) => ({ ...page, ...fields })
const withTheme = (fields: object) => (page: Fields) => ({ ...page, theme: { ...page.theme, ...fields } })

const edit = (
  name: string,
  [file, nodeType, id]: [string, string, number],
  change: Edit['change'],
  locale = 'en',
): Edit => ({
  name,
  file: `${locale}/${file}`,
  target: { nodeType, id, locale },
  change,
})

const help: [string, string, number] = ['pages/help', 'article_with_crumbs', 31]
const home: [string, string, number] = ['pages/home', 'root', 1]
const aboutUs: [string, string, number] = ['pages/about-us', 'article_with_crumbs', 21]
const post: [string, string, number] = ['posts/cold-chain-temperature', 'article', 1012]
const service: [string, string, number] = ['services/trucks', 'product', 201]
const job: [string, string, number] = ['job-offers/field-fitter', 'article_with_crumbs', 305]
const fresh: [string, string, number] = ['posts/zz-fresh', 'article', 2999]

type Node = { slug: string; nodeReference?: unknown; crumbs?: { name: string }[] }
const ofNode = (id: number, change: (node: Node) => object) => (nodes: unknown) =>
  (nodes as Node[]).map((node) => (node.nodeReference === id ? { ...node, ...change(node) } : node))

type Category = { id: number; name: string; path: string }
const ofCategory = (id: number, fields: Partial<Category>) => (all: unknown) =>
  (all as Category[]).map((one) => (one.id === id ? { ...one, ...fields } : one))

/** Thirty edits of every kind that editors make. Each applies to the result of those before. */
export const edits: Edit[] = [
  edit('the title of a page', help, withFields({ title: 'Help, renamed' })),
  edit('the title for search', help, withFields({ seoTitle: 'Another title for search results' })),
  edit('the description for search', help, withFields({ seoDescription: 'Another description for search results.' })),
  edit('the title of a banner', help, withTheme({ title: 'Another banner' })),
  edit(
    'the picture of a banner',
    help,
    withTheme({ backgroundImage: { url: '/media/bridge-fog.jpg', alt: 'Bridge' } }),
  ),
  edit('the mask of a banner', help, withTheme({ maskOpacity: 0.31 })),
  edit('nothing', help, (page) => page),
  edit('a field that no page shows', help, withFields({ internalNote: 'for editors' })),
  edit('only the date of the change', help, withFields({ updatedAt: '2026-11-20T10:00:00Z' })),
  edit('words, with the date of the change', help, (page) => ({
    ...ofBlock(0, { headline: 'Reach us' })(page),
    updatedAt: '2026-11-21T10:00:00Z',
  })),
  edit(
    'rich text',
    aboutUs,
    ofBlock(0, { html: '<p>Another <strong>start</strong> with <a href="/en/help">help</a>.</p>' }),
  ),
  edit('a link to nowhere', aboutUs, ofBlock(0, { html: '<p><a href="/en/nowhere">Nowhere</a></p>' })),
  edit('a block that goes', aboutUs, (page) => ({ ...page, blocks: page.blocks.slice(1) })),
  edit('a block that comes, with posts', aboutUs, (page) => ({
    ...page,
    blocks: [...page.blocks, { id: 'x1', type: 'post_list', headline: 'News', limit: 2 }],
  })),
  edit('the order of blocks', aboutUs, (page) => ({ ...page, blocks: page.blocks.toReversed() })),
  edit('the banner of home', home, ofBlock(0, { title: 'Another home' })),
  edit('a page in Polish', ['pages/help', 'article_with_crumbs', 31], withFields({ title: 'Pomoc, inaczej' }), 'pl'),
  edit('a page that search engines must not list', help, withFields({ noindex: true })),
  edit('posts a page of the list', ['pages/blog', 'article', 90], ofBlock(0, { perPage: 20 })),
  edit('the title of a post', post, withFields({ title: 'Another title of a post' })),
  edit(
    'the date of a post, which makes it the newest',
    post,
    withFields({ publicationDate: '2026-11-20T08:00:00+01:00' }),
  ),
  edit('the slug of a post', post, withFields({ slug: 'moved-post' })),
  edit('the author of a post', post, withFields({ author: 'Ada Writer' })),
  edit('a new post', fresh, () => ({
    ...{ id: 2999, slug: 'fresh', title: 'Fresh', lead: 'New', publicationDate: '2026-11-21T08:00:00+01:00' },
    blocks: [{ id: 'f1', type: 'text', html: '<p>Fresh</p>' }],
  })),
  edit('the lead of a service', service, withFields({ lead: 'Another lead.' })),
  edit('the slug of a service', service, withFields({ slug: 'moved-service' })),
  edit('the place of a job', job, withFields({ location: 'Potsdam' })),
  edit(
    'the address of a page',
    ['nodes', 'article_with_crumbs', 21],
    ofNode(21, () => ({ slug: '/company/moved' })),
  ),
  edit(
    'the crumbs of a page',
    ['nodes', 'article_with_crumbs', 21],
    ofNode(21, ({ crumbs = [] }) => ({ crumbs: crumbs.map((one) => ({ ...one, name: `${one.name}!` })) })),
  ),
  edit(
    'the name of a category',
    ['product-categories', 'product', 504],
    ofCategory(504, { name: 'Asset trackers, renamed' }),
  ),
  edit('the path of a category', ['product-categories', 'product', 507], ofCategory(507, { path: 'sensors/moved' })),
]
