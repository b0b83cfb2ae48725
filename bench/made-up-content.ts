import { type Json, openWriter, type Writer } from './made-up-words.ts'

type Kind = 'pages' | 'posts'
type DocumentId = { locale: string; kind: Kind; key: number }

/**
 * A site with this many articles and posts in each locale. A document is made from its number when it is requested, and
 * is the same until its version changes. So the site takes no memory, however many pages it has.
 */
type MadeUpSite = { articles: number; posts: number; versions: Map<string, number> }

export const locales = ['pl', 'en', 'de', 'fr', 'es']

const home = 1
const blog = 2
const firstArticle = 10
const sections = 8
const postsOfList = 100

/** A site of about this many pages. Three in ten are posts. */
export function makeUpSite(pages: number): MadeUpSite {
  const ofLocale = Math.max(30, Math.floor(pages / locales.length))
  const posts = Math.floor(ofLocale * 0.3)
  return { articles: ofLocale - posts - Math.ceil(posts / postsOfList) - 1, posts, versions: new Map() }
}

/** Changes the words of an article in the second locale. */
export function changeOne({ versions }: MadeUpSite): void {
  const name = nameOf({ locale: 'en', kind: 'pages', key: firstArticle + 9 })
  versions.set(name, (versions.get(name) ?? 0) + 1)
}

/** The version of a document. It changes with the document. */
export function versionOf({ versions }: MadeUpSite, id: DocumentId): string {
  return `${nameOf(id)}/${versions.get(nameOf(id)) ?? 0}`
}

/** The paths of all documents of a locale at the service. */
export function documentPaths({ articles, posts }: MadeUpSite, locale: string): string[] {
  const keys = [home, blog, ...Array.from({ length: articles }, (_, article) => firstArticle + article)]
  const names = [
    ...keys.map((key) => `pages/${key}`),
    ...Array.from({ length: posts }, (_, at) => `posts/post-${at + 1}`),
  ]
  return names.map((name) => `/api/${name}?locale=${locale}`)
}

export function nodesOf(site: MadeUpSite, locale: string): Json[] {
  const article = (number: number): Json => ({
    ...{ nodeType: 'article_with_crumbs', action: 'show', slug: slugOf(number), nodeReference: firstArticle + number },
    crumbs: number < sections ? [] : [{ name: 'Section', slug: slugOf(number % sections) }],
    updatedAt: changedAt(site, { locale, kind: 'pages', key: firstArticle + number }),
  })
  const crumbs = [{ name: 'Blog', slug: '/blog' }]
  return [
    { nodeType: 'root', action: 'index', slug: '/', nodeReference: home },
    { nodeType: 'article', action: 'index', slug: '/blog', nodeReference: blog },
    { nodeType: 'article', action: 'show', slug: '/blog/:slug', nodeReference: 'posts', crumbs },
    ...Array.from({ length: site.articles }, (_, number) => article(number)),
  ]
}

/** 120 links for the header, 40 for the footer. */
export function menusOf({ articles }: MadeUpSite, locale: string): Json[] {
  const { words, text } = openWriter(locale, `${locale}/menus`)
  let links = 0
  const link = (): Json => ({ id: ++links, name: words(3), url: hrefOf(locale, links % articles) })
  const many = (length: number): Json[] => Array.from({ length }, link)
  const list = (length: number): Json => ({ id: `list-${links}`, name: words(2), children: many(length) })
  const main = (): Json => ({ ...link(), group: 'main', description: text(10), children: [list(7), list(7)] })
  return [...Array.from({ length: 8 }, main), ...Array.from({ length: 5 }, () => ({ ...list(8), group: 'footer' }))]
}

/** A page of the list of posts, the newest first. */
export function summariesOf(site: MadeUpSite, locale: string, page: number): Json {
  const newest = site.posts - (page - 1) * postsOfList
  const summary = (_: unknown, at: number): Json => {
    const id: DocumentId = { locale, kind: 'posts', key: newest - at }
    return summaryOf(site, id, openWriter(locale, versionOf(site, id)))
  }
  const member = Array.from({ length: Math.min(postsOfList, newest) }, summary)
  const next = newest > postsOfList && `/api/posts?locale=${locale}&page=${page + 1}`
  return { member, totalItems: site.posts, ...(next && { view: { next } }) }
}

export function documentOf(site: MadeUpSite, id: DocumentId): Json {
  const { locale, kind, key } = id
  const writer = openWriter(locale, versionOf(site, id))
  const { words, text, picture, upTo } = writer
  const link = () => hrefOf(locale, upTo(site.articles))
  if (kind === 'posts') {
    const parts = [textBlock(writer, link()), textBlock(writer, link()), gallery(writer, 3), textBlock(writer, link())]
    return { ...summaryOf(site, id, writer), author: words(2), blocks: numbered(parts) }
  }
  const head = { id: key, title: words(4), seoDescription: text(20), updatedAt: changedAt(site, id) }
  const list = { type: 'blog_list', headline: words(3), perPage: postsOfList }
  if (key === blog) return { ...head, layout: 'blog', blocks: numbered([list]) }
  const theme = { title: words(4), subtitle: words(6), description: text(14), backgroundImage: picture() }
  return { ...head, layout: key === home ? 'home' : 'subpage', theme, blocks: numbered(articleBlocks(writer, link)) }
}

function nameOf({ locale, kind, key }: DocumentId): string {
  return `${locale}/${kind}/${key}`
}

function changedAt({ versions }: MadeUpSite, id: DocumentId): string {
  return new Date(Date.UTC(2025, 0, 1 + (versions.get(nameOf(id)) ?? 0)) + id.key * 60_000).toISOString()
}

function slugOf(article: number): string {
  const section = `/section-${article % sections}`
  return article < sections ? section : `${section}/article-${article}`
}

function hrefOf(locale: string, article: number): string {
  return `${locale === 'pl' ? '' : `/${locale}`}${slugOf(article)}`
}

function summaryOf(site: MadeUpSite, id: DocumentId, { words, text, picture }: Writer): Json {
  return {
    ...{ id: id.key, slug: `post-${id.key}`, title: words(6), lead: text(24), teaserImage: picture() },
    publicationDate: new Date(Date.UTC(2024, 0, 1) + id.key * 3_600_000).toISOString(),
    updatedAt: changedAt(site, id),
  }
}

function articleBlocks(writer: Writer, link: () => string): Json[] {
  const { words, text, picture } = writer
  return [
    { type: 'banner', title: words(5), subtitle: words(8), html: `<p>${text(24)}</p>`, image: picture() },
    textBlock(writer, link()),
    tiles(writer, link),
    { ...textBlock(writer, link()), image: picture(), imagePosition: 'right' },
    gallery(writer, 6),
    textBlock(writer, link()),
    faq(writer),
    partners(writer),
    { type: 'post_list', headline: words(3), limit: 3 },
  ]
}

function numbered(blocks: Json[]): Json[] {
  return blocks.map((block, at) => ({ id: at + 1, ...block }))
}

function textBlock(writer: Writer, href: string): Json {
  return { type: 'text', headline: writer.words(5), html: writer.rich(400, href) }
}

function tiles({ words, text, picture }: Writer, link: () => string): Json {
  const tile = () => ({ title: words(3), html: `<p>${text(18)}</p>`, image: picture(), url: link() })
  return { type: 'tiles', headline: words(4), tiles: Array.from({ length: 4 }, tile) }
}

function gallery({ words, picture }: Writer, length: number): Json {
  return { type: 'gallery', images: Array.from({ length }, () => ({ ...picture(), caption: words(5) })) }
}

function faq({ words, text }: Writer): Json {
  const item = () => ({ question: `${words(8)}?`, answer: `<p>${text(45)}</p>` })
  return { type: 'faq', headline: words(3), items: Array.from({ length: 8 }, item) }
}

function partners({ words, picture }: Writer): Json {
  const partner = () => ({ name: words(2), logo: picture(), url: 'https://partner.example/' })
  return { type: 'partners', headline: words(2), partners: Array.from({ length: 6 }, partner) }
}
