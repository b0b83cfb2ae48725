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

/** The banner of a page. `mask` is the opacity of the ink over the picture, as a whole number from 0 to 100 percent. */
export type Intro = {
  /** The page's own title, if it is neither the banner's title nor a crumb. */
  eyebrow?: string
  title: string
  subtitle?: string
  description?: string
  publicationDate?: string
  image?: Image
  mask: number
}

/** Everything that a template shows of one route. The renderer has resolved all addresses in it. */
export type PageView = {
  template: TemplateName
  nodeType?: NodeType
  /** The page's own name, which may differ from the banner's title. */
  title: string
  intro: Intro
  /** The ancestors without the home page, then the page itself. Empty for the home page. */
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
  /** The categories around the page's category. `siblings` has only some of its siblings. */
  category?: Record<'ancestors' | 'children' | 'siblings', { name: string; href?: Href }[]>
  /** The decoded parts before and after the slug in the addresses of restricted pages: `/area/` and an empty text. */
  area?: { before: string; after: string }
  /**
   * `elsewhere` are the words of a 404 page in other languages, for hosts that show the root's 404 page below every
   * prefix.
   */
  error?: { status: 404 | 500 | 'offline'; elsewhere?: NotFoundWords[] }
}

/** Whether a banner block opens the page and has its `h1`, for which it needs a title. */
export function hasHero({ template, blocks: [first] }: Pick<PageView, 'template' | 'blocks'>): boolean {
  return template === 'home' && first?.type === 'banner' && first.title.trim() !== ''
}

/** Returns the banner block with the page's first picture: the hero, or a banner right below an intro without one. */
export function firstBanner(page: Pick<PageView, 'template' | 'blocks' | 'intro'>): BlockOf<'banner'> | undefined {
  const [first] = page.blocks
  return first?.type === 'banner' && (hasHero(page) || !page.intro.image) ? first : undefined
}

/**
 * Returns the first text with a photo, which is shown up to the edge of the window. `undefined` when a banner has a
 * picture, unless the banner is the first block.
 */
export function wideBlock({ blocks }: Pick<PageView, 'blocks'>): BlockOf<'text'> | undefined {
  const isBroken = blocks.some((block, at) => at > 0 && block.type === 'banner' && block.image)
  if (isBroken) return undefined
  return blocks.find(
    (block): block is BlockOf<'text'> => block.type === 'text' && !!block.image && !isDrawing(block.image),
  )
}

/** The words of a 404 page in the language of the addresses below `prefix` (with its trailing slash, decoded). */
export type NotFoundWords = { locale: string; prefix: string; title: string; text: string; home: string }
