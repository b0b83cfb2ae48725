import sharp from 'sharp'
import { allBlocks } from '#tests/fixtures/all-blocks.ts'
import { node, page, post } from '#tests/fixtures/content.ts'
import { type FixtureLocale, type FixtureOptions, searchList } from '#tests/fixtures/content-service.ts'

type Json = Record<string, unknown>

const image = (name: string): Json => ({
  ...{ id: `file-${name}`, url: `/media/${name}.svg`, mime: 'image/svg+xml', size: 120, lastModified: '2026-01-02' },
  ...{ alt: `A picture of ${name}`, width: 600, height: 400 },
})
const link = (url: string): Json => ({ name: `To ${url}`, url, target: '_blank' })
const theme = (name: string): Json => ({
  ...{ title: `Theme of ${name}`, subtitle: `Subtitle of ${name}`, description: `Description of ${name}.` },
  ...{ publicationDate: '2026-03-04', backgroundImage: image('background'), maskOpacity: 40 },
})
const seo = (name: string): Json => ({
  ...{
    seoTitle: `${name} in search`,
    seoDescription: `What ${name} says in search.`,
    seoImageSrc: '/media/social.png',
  },
  theme: theme(name),
})
const html = (words: string): string =>
  `<h2>${words}</h2><p>Words of ${words}, <a href="/all">a link</a> and <img src="/media/text.svg" alt="inline"></p>`

/** Every type of block with every field. The blocks of `allBlocks` have only some fields. */
const fullBlocks: Json[] = [
  {
    ...{ type: 'banner', title: 'Banner', subtitle: 'Below', html: html('banner'), image: image('banner') },
    ...{ maskOpacity: 0.3, cta: link('/about') },
  },
  { type: 'text', html: html('text'), image: image('text'), imagePosition: 'right' },
  {
    type: 'tiles',
    tiles: ['one', 'two'].map((title) => ({
      title,
      html: html(title),
      image: image(title),
      url: '/about',
      target: '_blank',
    })),
  },
  { type: 'gallery', images: ['one', 'two'].map((name) => ({ ...image(name), caption: `Caption ${name}` })) },
  { type: 'partners', partners: [{ name: 'Partner', logo: image('logo'), url: 'https://example.com/' }] },
  { type: 'offers', offers: [{ title: 'Offer', lead: 'Its lead', image: image('offer'), url: '/about' }] },
  { type: 'jobs' },
  { type: 'faq', items: ['first', 'second'].map((name) => ({ question: `${name}?`, answer: html(name) })) },
  { type: 'post_list', limit: 2, url: '/blog' },
  ...['contact', 'demo', 'help', 'reference_form', 'cooperation_form', 'advisor_form', 'job_application'].map(
    (type): Json => ({ type, html: html(type) }),
  ),
  { type: 'maps', zoom: 7, markers: [{ name: 'Office', lat: 52, lng: 17, address: 'Street 1' }] },
].map((block, at): Json => ({ id: `full-${at}`, ...block, headline: `Headline ${at}` }))

const bareBlocks: Json[] = [
  { id: 'bare-1', type: 'banner', title: 'Bare' },
  { id: 'bare-2', type: 'text', html: '<p>Bare.</p>' },
  { id: 'bare-3', type: 'tiles', tiles: [{ title: 'Bare tile' }] },
  { id: 'bare-4', type: 'gallery', images: [{ url: '/media/bare.svg' }] },
  { id: 'bare-5', type: 'post_list' },
  { id: 'bare-6', type: 'contact' },
]

const menuItem = (id: string, group: string, more: Json = {}): Json => ({
  ...{ id, group, name: `Item ${id}`, headline: `Headline ${id}`, description: `Says ${id}`, cssClass: 'is-special' },
  ...{ type: 'Link', target: '_blank', url: '/about', ...more },
})

/** A complete locale with every kind of record, some with all of their fields and some with few. */
export function wholeLocale(language: string): FixtureLocale {
  const pages: Record<string, Json> = {
    1: page(1, `Home ${language}`, { layout: 'home', blocks: fullBlocks.slice(0, 3), ...seo('home') }),
    2: page(2, `All ${language}`, {
      blocks: allBlocks,
      ...seo('all'),
      updatedAt: '2026-05-06T07:08:09Z',
      noindex: false,
    }),
    3: page(3, `Full ${language}`, { blocks: fullBlocks, layout: 'plain', theme: theme('full') }),
    4: page(4, `Bare ${language}`, { blocks: bareBlocks }),
    5: page(5, `Blog ${language}`, {
      layout: 'blog',
      blocks: [{ id: 51, type: 'blog_list', perPage: 2, headline: 'News' }],
    }),
    6: page(6, `About ${language}`),
    7: page(7, `Privacy ${language}`),
    8: page(8, `Contact ${language}`, { blocks: [{ id: 81, type: 'contact' }] }),
    9: page(9, `Search ${language}`, { layout: 'search' }),
    10: page(10, `Login ${language}`, { layout: 'login' }),
    11: page(11, `Deep ${language}`, { noindex: true }),
    12: page(12, `Offers ${language}`, {
      blocks: [
        { id: 121, type: 'offers' },
        { id: 122, type: 'jobs' },
      ],
    }),
  }
  const crumbs = [
    { name: 'About', slug: '/about' },
    { name: 'Deep', slug: '/about/deep' },
  ]
  const content: FixtureLocale = {
    nodes: [
      node('/', 1, { nodeType: 'root' }),
      node('/all', 2, { nodeType: 'faq', updatedAt: '2026-06-07T08:09:10Z', crumbs: [{ name: 'All', slug: '/all' }] }),
      node('/full', 3),
      node('/bare', 4, { updatedAt: '2026-06-07' }),
      node('/blog', 5, { nodeType: 'pattern' }),
      node('/about', 6, { nodeType: 'article', crumbs: [{ name: 'About', slug: '/about' }] }),
      node('/privacy', 7, { nodeType: 'privacy' }),
      node('/contact', 8, { nodeType: 'contact' }),
      node('/search', 9, { nodeType: 'search' }),
      node('/login', 10, { nodeType: 'login' }),
      node('/about/deep', 11, { crumbs }),
      node('/offers', 12, { nodeType: 'product' }),
      node('/blog/:slug', 'posts', { nodeType: 'article', action: 'show', crumbs: [{ name: 'Blog', slug: '/blog' }] }),
      node('/services/:slug', 'services', { nodeType: 'product', action: 'show' }),
      node('/jobs/:slug', 'job_offers', {
        nodeType: 'article',
        action: 'show',
        crumbs: [{ name: 'Offers', slug: '/offers' }],
      }),
      node('/products/:path', 'product_categories', { nodeType: 'product', action: 'show' }),
      node('/area/:slug', 'hidden_pages', { nodeType: 'article', action: 'show' }),
    ],
    menus: [
      menuItem('top', 'top'),
      menuItem('main', 'main', {
        children: [
          menuItem('main-1', 'main', { url: undefined, slug: '/about/deep', children: [menuItem('main-1-1', 'main')] }),
          menuItem('main-2', 'main', { url: undefined, type: 'Category', typeReferenceId: 2 }),
          { id: 'main-3', name: 'A heading', group: 'main' },
        ],
      }),
      { id: 'main-b', name: 'Plain', group: 'main', url: '/full' },
      menuItem('footer', 'footer', { children: [menuItem('footer-1', 'footer', { url: 'https://example.com/' })] }),
    ],
    pages,
    posts: [5, 4, 3, 2, 1].map((id) =>
      id % 2
        ? post(id, {
            ...seo(`post ${id}`),
            author: 'Ann',
            teaserImage: image('teaser'),
            updatedAt: `2026-07-0${id}`,
            lead: `Lead ${id}`,
          })
        : post(id, { lead: undefined }),
    ),
    services: [
      {
        ...{
          id: 1,
          slug: 'tracking',
          title: 'Tracking',
          lead: 'Where it is',
          image: image('service'),
          industry: 'agroCars',
        },
        ...{ ...seo('tracking'), blocks: [{ id: 1, type: 'text', html: html('tracking') }] },
      },
      { id: 2, slug: 'fuel', title: 'Fuel', blocks: [] },
    ],
    job_offers: [
      {
        ...{ id: 1, slug: 'fitter', title: 'Fitter', location: 'Town', employmentType: 'Full time', lead: 'Fits' },
        ...{ publicationDate: '2026-10-28T08:00:00+01:00', validThrough: '2026-12-31', ...seo('fitter') },
        blocks: [{ id: 1, type: 'job_application' }],
      },
      { id: 2, slug: 'clerk', title: 'Clerk', blocks: [] },
    ],
    contact_people: [
      {
        ...{ id: 1, name: 'Ann', position: 'Advisor', phone: '+48 61 000 00 01', email: 'ann@example.com' },
        ...{ region: 'North', photo: image('ann') },
      },
      { id: 2, name: 'Bob' },
    ],
    product_categories: [
      { id: 1, name: 'Trackers', path: 'trackers' },
      { id: 2, name: 'Plugged', path: 'trackers/plugged', parentBranch: [1] },
      { id: 3, name: 'Deep', path: 'trackers/plugged/deep', parentBranch: [1, 2] },
    ],
  }
  // JSON drops fields without a value, and the copy shares no parts.
  return structuredClone(JSON.parse(JSON.stringify({ ...content, search: searchList(content) })))
}

/** The content for the tests of this folder: three locales, one without posts, and one of another family. */
export function wholeContent(): FixtureOptions['locales'] {
  const de = wholeLocale('de')
  delete de.posts
  de.nodes = de.nodes?.filter(({ nodeReference }) => nodeReference !== 'posts' && nodeReference !== 12)
  return {
    pl: wholeLocale('pl'),
    en: wholeLocale('en'),
    de,
    fr: { nodes: [node('/', 1, { nodeType: 'root' }), node('/all', 2)] },
  }
}

/** The pictures in the content, and some that changed content may use. */
export async function wholeFiles(content: unknown): Promise<NonNullable<FixtureOptions['files']>> {
  const names = [...new Set(JSON.stringify(content).match(/\/media\/[\w-]+\.(svg|png)/g))]
  const photo = await photograph('#345678')
  const pictureOf = (name: string) =>
    name.endsWith('.svg') ? { body: drawing(name), type: 'image/svg+xml' } : { body: photo, type: 'image/png' }
  return Object.fromEntries(names.map((name) => [name, pictureOf(name)]))
}

/** A drawing that contains its name. */
export function drawing(name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${300 + (name.length % 7) * 10} 200"><title>${name}</title></svg>`
}

/** A picture of one colour. */
export function photograph(background: string): Promise<Buffer> {
  return sharp({ create: { width: 120, height: 80, channels: 3, background } })
    .png()
    .toBuffer()
}
