import { maskPercent } from '#blocks/_shared/mask.ts'
import type { Listed, Reader } from '#blocks/_shared/reader.ts'
import type { Document } from '#content/crawl.ts'
import type { Block, Image, JobOffer, Page, Post, PostSummary, Service, Theme } from '#content/schema.ts'
import type { Intro, PageView, TemplateName } from '#templates/page-view.ts'
import type { ResolvedPage } from './page/resolved-page.ts'
import { placeOrThrow } from './page-reader.ts'
import type { Place } from './place.ts'
import type { Ask, Recorder } from './reads/recorder.ts'

const defaultMaskPercent = 60
const otherPosts = 3

type Context = { place: Place; file: string; ask: Ask; warn: Recorder['warn']; text: Reader['text'] }

/** Brings the content of the page in a file into the one form that templates show; all of it is asked for through the recorder. */
export function resolvePage({ ask, warn }: Recorder, file: string, { text }: Pick<Reader, 'text'>): ResolvedPage {
  const place = placeOrThrow(ask, file)
  const { source, locale } = place
  const context = { place, file, ask, warn, text }
  if (source.kind === 'category') return resolveCategory(context, source.id)
  if (source.kind === 'restricted') return resolvePlain(context, 'restricted', 'restricted.title')
  if (source.kind === 'error' && source.status === 'offline') return resolvePlain(context, 'offline', 'offline.title')
  if (source.kind === 'error') return resolvePlain(context, 'error', `error.title${source.status}`)
  const document = ask('document', locale, source.collection, source.key)
  if (!document) throw new Error(`The document ${source.collection}/${source.key} (${locale}) was not read.`)
  if (source.collection === 'posts') return resolvePost(context, document as Document<Post>)
  if (source.collection === 'services') return resolveService(context, document as Document<Service>)
  if (source.collection === 'job_offers') return resolveJobOffer(context, document as Document<JobOffer>)
  return resolveDocument(context, document as Document<Page>)
}

function resolveDocument(context: Context, page: Document<Page>): ResolvedPage {
  const { place } = context
  return {
    ...baseOf(context, page.title ?? titleFromCrumbs(context), page),
    template: templateOf(page, place),
    blocks: place.page === 1 ? page.blocks : page.blocks.filter(({ type }) => type === 'blog_list'),
    seo: seoOf(page, () => page.theme?.description ?? page.theme?.subtitle, page.theme?.backgroundImage),
  }
}

function templateOf(page: Document<Page>, { nodeType, slug }: Place): TemplateName {
  const byLayout: Record<string, TemplateName> = { home: 'home', blog: 'blog-list', search: 'search', login: 'login' }
  const byNode: Partial<Record<string, TemplateName>> = { search: 'search', login: 'login' }
  const named = byLayout[page.layout ?? ''] ?? byNode[nodeType ?? '']
  return named ?? (nodeType === 'root' && slug === '/' ? 'home' : 'subpage')
}

function resolvePost(context: Context, post: Document<Post>): ResolvedPage {
  const { ask, place } = context
  const { locale, origin, href } = place
  const others = ask('list', locale, 'posts', 0, otherPosts, place.memberId)
  return {
    ...baseOf(context, post.title, post, post.teaserImage),
    template: 'blog-post',
    post: {
      shareUrl: `${origin}${href}`,
      others: others.map((key) => ask('member', locale, 'posts', key) as Listed<PostSummary>),
      ...optionalPart('author', post.author),
      ...optionalPart('lead', post.lead),
      ...optionalPart('publicationDate', post.publicationDate),
      ...optionalPart('backHref', ask('role', locale, 'blog')),
      ...optionalPart('image', post.teaserImage),
    },
    seo: seoOf(post, () => post.lead, post.teaserImage),
  }
}

function resolveService(context: Context, service: Document<Service>): ResolvedPage {
  return {
    ...baseOf(context, service.title, service, service.image),
    template: 'subpage',
    service: { ...optionalPart('lead', service.lead), ...optionalPart('industry', service.industry) },
    seo: seoOf(service, () => service.lead, service.image),
  }
}

function resolveJobOffer(context: Context, offer: Document<JobOffer>): ResolvedPage {
  const { slug, lead, location, employmentType, publicationDate, validThrough } = offer
  return {
    ...baseOf(context, offer.title, offer),
    template: 'job-offer',
    job: {
      slug,
      ...optionalPart('lead', lead),
      ...optionalPart('location', location),
      ...optionalPart('employmentType', employmentType),
      ...optionalPart('publicationDate', publicationDate),
      ...optionalPart('validThrough', validThrough),
    },
    seo: seoOf(offer, () => lead, undefined),
  }
}

function resolveCategory(context: Context, id: string): ResolvedPage {
  const { ask, place } = context
  const { locale, href } = place
  const linked = (one: string) => {
    const category = ask('category', locale, one)
    return category ? [{ name: category.name, ...optionalPart('href', category.href) }] : []
  }
  const category = ask('category', locale, id)
  if (!category) throw new Error(`The product category "${id}" (${locale}) was not read.`)
  const ancestors = category.parentBranch.flatMap(linked)
  return {
    ...baseOf(context, category.name, {}),
    crumbs: [...crumbsOf(context, category.name).slice(0, -1), ...ancestors, { name: category.name, href }],
    template: 'category',
    category: { ancestors, children: ask('subcategories', locale, id).flatMap(linked) },
  }
}

function resolvePlain(context: Context, template: 'restricted' | 'error' | 'offline', titleKey: string): ResolvedPage {
  const { ask, place, file, text } = context
  const { source } = place
  return {
    ...baseOf(context, text(titleKey), {}),
    template,
    ...(source.kind === 'error' && {
      crumbs: [],
      error: { status: source.status, elsewhere: ask('notFoundWords', file) },
    }),
  }
}

type WithTheme = { theme?: Theme | undefined; blocks?: Block[] }

function baseOf(context: Context, title: string, { theme, blocks = [] }: WithTheme, image?: Image) {
  const { nodeType, isIndexable } = context.place
  return {
    ...(nodeType && { nodeType }),
    title,
    intro: introOf(title, theme, image),
    crumbs: crumbsOf(context, title),
    blocks,
    seo: {},
    isIndexable,
  }
}

function introOf(title: string, theme: Theme | undefined, image: Image | undefined): Intro {
  const shown = theme?.title ?? title
  return {
    title: shown,
    mask: maskPercent(theme?.maskOpacity, defaultMaskPercent),
    ...(shown.trim().toLowerCase() !== title.trim().toLowerCase() && { eyebrow: title }),
    ...optionalPart('subtitle', theme?.subtitle),
    ...optionalPart('description', theme?.description),
    ...optionalPart('publicationDate', theme?.publicationDate),
    ...optionalPart('image', theme?.backgroundImage ?? image),
  }
}

/** Ancestors with the address of their page where one exists, then the page itself. */
function crumbsOf({ ask, place }: Context, title: string): PageView['crumbs'] {
  const { locale, href, memberId, crumbs } = place
  const isOwn = (slug: string): boolean => slug.includes('/:') || ask('slug', locale, slug) === href
  const ancestors = crumbs
    .filter(({ slug }) => !isOwn(slug) && slug !== '/')
    .map(({ name, slug }) => ({ name, ...optionalPart('href', ask('slug', locale, slug)) }))
  const own = memberId === undefined ? crumbs.find(({ slug }) => isOwn(slug))?.name : undefined
  return [...ancestors, { name: own ?? title, href }]
}

/** A page without a title is named by its last crumb (content API). */
function titleFromCrumbs({ place, warn }: Context): string {
  const { locale, href, slug, crumbs, page } = place
  const name = crumbs.at(-1)?.name ?? slug
  if (page === 1) {
    warn({
      code: 'title-missing',
      message: `The page "${href}" has no title; it is called "${name}", as in its breadcrumbs.`,
      where: { locale, path: href },
      hint: 'Give the page a title at the service.',
    })
  }
  return name
}

type SeoFields = Pick<Document<Page>, 'seoTitle' | 'seoDescription' | 'seoImageSrc'>

function seoOf(fields: SeoFields, description: () => string | undefined, image: Image | undefined) {
  const social = fields.seoImageSrc ? { url: fields.seoImageSrc } : image
  return {
    ...optionalPart('title', fields.seoTitle),
    ...optionalPart('description', fields.seoDescription ?? description()),
    ...optionalPart('image', social as Image | undefined),
  }
}

/** `{[name]: value}`, or nothing when there is no value. */
function optionalPart<N extends string, T>(name: N, value: T | undefined): { [K in N]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [K in N]?: T })
}
