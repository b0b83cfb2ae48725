import { isDrawing } from '#blocks/_shared/pictures/is-drawing.ts'
import type { Href, Listed } from '#blocks/_shared/reader.ts'
import type { Block, BlockOf, Image, NodeType, PostSummary } from '#content/schema.ts'

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
  /** The page's own title when neither the banner's title nor a crumb says it. */
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
  /** Ancestors and the page itself, without home; the last one is the page. The home page has none. */
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
  service?: { lead?: string; industry?: string }
  job?: {
    slug: string
    lead?: string
    location?: string
    /** ISO 3166-1 alpha-2. */
    country?: string
    employmentType?: string
    publicationDate?: string
    validThrough?: string
  }
  /** The categories around that of the page; `siblings` are only some of them. */
  category?: Record<'ancestors' | 'children' | 'siblings', { name: string; href?: Href }[]>
  /** What stands before and after the slug in the addresses of restricted pages, decoded: `/area/` and an empty text. */
  area?: { before: string; after: string }
  /** `elsewhere` are the words of a 404 page in other languages, for hosts that show the page at the root below every prefix. */
  error?: { status: 404 | 500 | 'offline'; elsewhere?: NotFoundWords[] }
}

/** Whether a banner block opens the page and holds its h1. A banner without a title cannot. */
export function hasHero({ template, blocks: [first] }: Pick<PageView, 'template' | 'blocks'>): boolean {
  return template === 'home' && first?.type === 'banner' && first.title.trim() !== ''
}

/** The banner block whose picture is the first of the page: the hero, or one right below an intro without a picture. */
export function firstBanner(page: Pick<PageView, 'template' | 'blocks' | 'intro'>): BlockOf<'banner'> | undefined {
  const [first] = page.blocks
  return first?.type === 'banner' && (hasHero(page) || !page.intro.image) ? first : undefined
}

/** The first text with a photograph, whose picture runs to the edge of the window; `undefined` when a banner lower down has a picture. */
export function wideBlock({ blocks }: Pick<PageView, 'blocks'>): BlockOf<'text'> | undefined {
  const isBroken = blocks.some((block, at) => at > 0 && block.type === 'banner' && block.image)
  if (isBroken) return undefined
  return blocks.find(
    (block): block is BlockOf<'text'> => block.type === 'text' && !!block.image && !isDrawing(block.image),
  )
}

/** The words of a 404 page in the language of the addresses below `prefix` (with its final slash, decoded). */
export type NotFoundWords = { locale: string; prefix: string; title: string; text: string; home: string }
