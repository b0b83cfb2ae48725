import { readFileSync } from 'node:fs'

type Json = Record<string, unknown>
export type Kind = 'pages' | 'posts'

export const locales = ['pl', 'en', 'de', 'fr', 'es']
export const pictures = Array.from({ length: 10 }, (_, at) => `/media/post-${String(at + 1).padStart(2, '0')}.jpg`)

const home = 1
const blog = 2
const firstArticle = 10
const sections = 8
const postsOfList = 100

export type MadeUpContent = ReturnType<typeof makeUpContent>

/**
 * The content of a site of so many pages in five locales. Each document is made of its number when it is asked for, and alike every
 * time until it is changed, so that no number of pages takes memory.
 */
export function makeUpContent(pages: number) {
  const ofLocale = Math.max(30, Math.floor(pages / locales.length))
  const posts = Math.floor(ofLocale * 0.3)
  const articles = ofLocale - posts - Math.ceil(posts / postsOfList) - 1
  const versions = new Map<string, number>()
  const versionOf = (locale: string, kind: Kind, key: number): number => versions.get(`${locale}/${kind}/${key}`) ?? 0
  const changedAt = (locale: string, kind: Kind, key: number): string =>
    new Date(Date.UTC(2025, 0, 1 + versionOf(locale, kind, key)) + key * 60_000).toISOString()
  const writerOf = (locale: string, kind: Kind, key: number): Writer =>
    openWriter(locale, `${locale}/${kind}/${key}/${versionOf(locale, kind, key)}`)
  const slugOf = (article: number): string => {
    const section = `/section-${article % sections}`
    return article < sections ? section : `${section}/article-${article}`
  }
  const hrefOf = (locale: string, article: number): string => `${locale === 'pl' ? '' : `/${locale}`}${slugOf(article)}`
  const anyHref = (locale: string, { upTo }: Writer): string => hrefOf(locale, upTo(articles))

  const nodesOf = (locale: string): Json[] => [
    { nodeType: 'root', action: 'index', slug: '/', nodeReference: home },
    { nodeType: 'article', action: 'index', slug: '/blog', nodeReference: blog },
    {
      ...{ nodeType: 'article', action: 'show', slug: '/blog/:slug', nodeReference: 'posts' },
      crumbs: [{ name: 'Blog', slug: '/blog' }],
    },
    ...Array.from({ length: articles }, (_, article) => ({
      ...{ nodeType: 'article_with_crumbs', action: 'show', slug: slugOf(article) },
      nodeReference: firstArticle + article,
      crumbs: article < sections ? [] : [{ name: 'Section', slug: slugOf(article % sections) }],
      updatedAt: changedAt(locale, 'pages', firstArticle + article),
    })),
  ]

  const menusOf = (locale: string): Json[] => {
    const { words, text } = openWriter(locale, `${locale}/menus`)
    let links = 0
    const link = (): Json => ({ id: ++links, name: words(3), url: hrefOf(locale, links % articles) })
    const many = (length: number): Json[] => Array.from({ length }, link)
    const list = (length: number): Json => ({ id: `list-${links}`, name: words(2), children: many(length) })
    const main = (): Json => ({ ...link(), group: 'main', description: text(10), children: [list(7), list(7)] })
    return [...Array.from({ length: 8 }, main), ...Array.from({ length: 5 }, () => ({ ...list(8), group: 'footer' }))]
  }

  const summaryOf = (locale: string, key: number, { words, text, picture }: Writer): Json => ({
    ...{ id: key, slug: `post-${key}`, title: words(6), lead: text(24), teaserImage: picture() },
    publicationDate: new Date(Date.UTC(2024, 0, 1) + key * 3_600_000).toISOString(),
    updatedAt: changedAt(locale, 'posts', key),
  })
  const summariesOf = (locale: string, page: number): Json => {
    const length = Math.min(postsOfList, posts - (page - 1) * postsOfList)
    const keyAt = (at: number): number => posts - (page - 1) * postsOfList - at
    const member = Array.from({ length }, (_, at) => summaryOf(locale, keyAt(at), writerOf(locale, 'posts', keyAt(at))))
    const next = page * postsOfList < posts && `/api/posts?locale=${locale}&page=${page + 1}`
    return { member, totalItems: posts, ...(next && { view: { next } }) }
  }

  const postOf = (locale: string, key: number): Json => {
    const writer = writerOf(locale, 'posts', key)
    const summary = summaryOf(locale, key, writer)
    const text = () => textBlock(writer, anyHref(locale, writer))
    return { ...summary, author: writer.words(2), blocks: numbered([text(), text(), gallery(writer, 3), text()]) }
  }
  const pageOf = (locale: string, key: number): Json => {
    const writer = writerOf(locale, 'pages', key)
    const { words, text, picture } = writer
    const link = () => anyHref(locale, writer)
    const head = { id: key, title: words(4), seoDescription: text(20), updatedAt: changedAt(locale, 'pages', key) }
    const list = { type: 'blog_list', headline: words(3), perPage: postsOfList }
    if (key === blog) return { ...head, layout: 'blog', blocks: numbered([list]) }
    const blocks = [
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
    const theme = { title: words(4), subtitle: words(6), description: text(14), backgroundImage: picture() }
    return { ...head, layout: key === home ? 'home' : 'subpage', theme, blocks: numbered(blocks) }
  }

  return {
    nodesOf,
    menusOf,
    summariesOf,
    documentOf: (locale: string, kind: Kind, key: number) => (kind === 'posts' ? postOf : pageOf)(locale, key),
    versionOf,
    /** Where every document of a locale is asked for. */
    documentPaths: (locale: string): string[] =>
      [
        ...[home, blog, ...Array.from({ length: articles }, (_, at) => firstArticle + at)].map((key) => `pages/${key}`),
        ...Array.from({ length: posts }, (_, at) => `posts/post-${at + 1}`),
      ].map((path) => `/api/${path}?locale=${locale}`),
    /** Gives an article of the second locale other words. */
    changeOne(): void {
      versions.set(`en/pages/${firstArticle + 9}`, versionOf('en', 'pages', firstArticle + 9) + 1)
    },
  }
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

type Writer = ReturnType<typeof openWriter>

/** Writes words of a locale, the same for the same seed. */
function openWriter(locale: string, seed: string) {
  const upTo = randomOf(seed)
  const [vocabulary = [], sentences = []] = [vocabularyOf(locale), sentencesOf(locale)]
  const words = (count: number): string => phrase(vocabulary, count, upTo)
  const text = (least: number): string => {
    const told: string[] = []
    for (let count = 0; count < least; ) {
      const next = sentences[upTo(sentences.length)] ?? { text: '', words: least }
      told.push(next.text)
      count += next.words
    }
    return told.join(' ')
  }
  const rich = (count: number, href: string): string =>
    `<p>${text(count * 0.2)} <strong>${words(3)}</strong> ${text(count * 0.15)}</p>` +
    `<p>${text(count * 0.2)} <a href="${href}">${words(3)}</a> &amp; ${text(count * 0.1)}</p>` +
    `<ul>${Array.from({ length: 4 }, () => `<li>${text(count * 0.03)}</li>`).join('')}</ul><p>${text(count * 0.15)}</p>`
  const picture = (): Json => ({ url: pictures[upTo(pictures.length)], mime: 'image/jpeg', alt: words(4) })
  return { upTo, words, text, rich, picture }
}

/** Whole numbers below what it is asked with. */
function randomOf(seed: string): (below: number) => number {
  let state = 2166136261
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 16777619)
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function phrase(vocabulary: string[], count: number, upTo: (below: number) => number): string {
  const first = vocabulary[upTo(vocabulary.length)] ?? ''
  let words = first.charAt(0).toUpperCase() + first.slice(1)
  for (let more = 1; more < count; more += 1) words += ` ${vocabulary[upTo(vocabulary.length)]}`
  return words
}

/** The words of the interface texts. */
const vocabularyOf = once((locale) => {
  const words = new Set<string>()
  JSON.parse(readFileSync(new URL(`../locales/${locale}.json`, import.meta.url), 'utf8'), (_, value) => {
    if (typeof value === 'string') for (const word of value.match(/\p{L}{2,}/gu) ?? []) words.add(word)
  })
  return [...words]
})

const sentencesOf = once((locale) => {
  const upTo = randomOf(locale)
  return Array.from({ length: 1000 }, () => {
    const words = 8 + upTo(10)
    return { text: `${phrase(vocabularyOf(locale), words, upTo)}.`, words }
  })
})

function once<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>()
  return (locale) => {
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}
