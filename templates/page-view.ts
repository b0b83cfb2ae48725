import type { Href, Listed } from '#blocks/_shared/reader.ts'
import type { Block, Image, Industry, NodeType, PostSummary } from '#content/schema.ts'

export type TemplateName =
  | 'home'
  | 'subpage'
  | 'blog-list'
  | 'blog-post'
  | 'job-offer'
  | 'category'
  | 'search'
  | 'login'
  | 'restricted'
  | 'error'
  | 'offline'

/** The banner of a page. `mask` is the opacity of the ink over the picture in whole percent, 0 to 100. */
export type Intro = {
  /** The page's own title when the banner's title differs from it. */
  eyebrow?: string
  title: string
  subtitle?: string
  description?: string
  publicationDate?: string
  image?: Image
  mask: number
}

/** Everything a template shows of one route; made by the renderer, free of addresses still to resolve. */
export type PageView = {
  template: TemplateName
  nodeType?: NodeType
  /** The page's own name, without the banner's words. */
  title: string
  intro: Intro
  /** Ancestors and the page itself, without home; the last one is the page. */
  crumbs: { name: string; href?: Href }[]
  blocks: Block[]
  post?: {
    author?: string
    lead?: string
    publicationDate?: string
    backHref?: Href
    others: Listed<PostSummary>[]
    shareUrl: string
    image?: Image
  }
  service?: { lead?: string; industry?: Industry }
  job?: {
    slug: string
    lead?: string
    location?: string
    employmentType?: string
    publicationDate?: string
    validThrough?: string
  }
  category?: { children: { name: string; href?: Href }[]; ancestors: { name: string; href?: Href }[] }
  /** `elsewhere` says what a 404 page says in other languages, for hosts that show the one at the root below every prefix. */
  error?: { status: 404 | 500 | 'offline'; elsewhere?: NotFoundWords[] }
}

/** The words of a 404 page in the language of the addresses below `prefix` (with its final slash, decoded). */
export type NotFoundWords = { locale: string; prefix: string; title: string; text: string; home: string }
