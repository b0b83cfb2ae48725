import { maskPercent } from '#blocks/_shared/mask.ts'
import type { Listed, Reader } from '#blocks/_shared/reader.ts'
import { saysOneOf } from '#blocks/_shared/says-one-of.ts'
import { shownBlocks } from '#content/blocks/shown-blocks.ts'
import type { Document } from '#content/crawl/locale-content.ts'
import { parseIsoDate } from '#content/iso-date.ts'
import type { Block, Image, JobOffer, Page, Post, PostSummary, Service, Theme } from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import type { ResolvedPage } from '#renderer/page/resolved-page.ts'
import type { Recorder } from '#renderer/reads/recorder.ts'
import type { Place } from '#renderer/site/place.ts'
import { hasHero, type Intro, type PageView, type TemplateName } from '#templates/page-view.ts'
import { describeCategory } from './describe-category.ts'
import {
  countryOf,
  ignoredFields,
  industryOf,
  type PageContext,
  warnOfHiddenIntro,
  warnOfNoApplication,
} from './ignored-fields.ts'
import { placeOrThrow } from './page-reader.ts'

const defaultMaskPercent = 60
const postsBeside = 3
const siblingCategories = 12

type Context = PageContext & { file: string } & Pick<Reader, 'text'>

/**
 * Converts the content of the page with this file into the one form that templates show. Asks for all of it through the
 * recorder.
 */
export function resolvePage(
  { ask, warn }: Recorder,
  file: string,
  { text, site }: Pick<Reader, 'text' | 'site'>,
): ResolvedPage {
  const place = placeOrThrow(ask, file)
  const { source, locale } = place
  const context = { place, file, ask, warn, text, site }
  if (source.kind === 'category') return resolveCategory(context, source.id)
  if (source.kind === 'restricted') {
    const area = { before: source.prefix, after: source.suffix }
    return { ...resolvePlain(context, 'restricted', 'restricted.title'), area }
  }
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
  const blocks = shownBlocks(page)
  const resolved = {
    ...baseOf(context, page.title ?? titleFromCrumbs(context), page),
    template: templateOf(page, place),
    blocks: place.page === 1 ? blocks : blocks.filter(({ type }) => type === 'blog_list'),
    seo: seoOf(page, () => page.theme?.description ?? page.theme?.subtitle, page.theme?.backgroundImage),
  }
  if (hasHero(resolved)) warnOfHiddenIntro(context, page)
  return resolved
}

const templateOfLayout = new Map<string | undefined, TemplateName>([
  ['home', 'home'],
  ['blog', 'blog-list'],
  ['search', 'search'],
  ['login', 'login'],
])

/** For search and login the node decides instead of the layout, because the header and forms link to these nodes. */
function templateOf({ layout }: Document<Page>, { nodeType, slug }: Place): TemplateName {
  if (nodeType === 'search' || nodeType === 'login') return nodeType
  return templateOfLayout.get(layout) ?? (nodeType === 'root' && slug === '/' ? 'home' : 'subpage')
}

function resolvePost(context: Context, post: Document<Post>): ResolvedPage {
  const { ask, place } = context
  const { locale, origin, href, canonical = href } = place
  const { author, lead, publicationDate, teaserImage: image } = post
  // A block with the newest posts would show the same posts.
  const others = post.blocks?.some(({ type }) => type === 'post_list') ? [] : otherPosts(context)
  return {
    ...baseOf(context, post.title, post, image),
    template: 'blog-post',
    post: {
      shareUrl: `${origin}${canonical}`,
      others: others.map((key) => ask('member', locale, 'posts', key) as Listed<PostSummary>),
      ...{ author, lead, publicationDate, backHref: ask('role', locale, 'blog'), image },
    },
    seo: seoOf(post, () => lead, image),
    editedAt: editedAt(post),
  }
}

/** A post that was scheduled is edited only before its publication. */
function editedAt({ publicationDate, updatedAt }: Document<Post>): string | undefined {
  const [published, edited] = [parseIsoDate(publicationDate), parseIsoDate(updatedAt)]
  return edited && edited.time > (published?.time ?? 0) ? edited.iso : undefined
}

/**
 * The newest posts except that of the page. Only the pages of these posts ask for one more post, so that no other page
 * depends on that additional post.
 */
function otherPosts({ ask, place: { locale, memberId } }: Context): string[] {
  const newest = ask('list', locale, 'posts', 0, postsBeside)
  if (memberId === undefined || !newest.includes(memberId)) return newest
  return ask('list', locale, 'posts', 0, postsBeside + 1).filter((key) => key !== memberId)
}

function resolveService(context: Context, service: Document<Service>): ResolvedPage {
  const { title, lead, image } = service
  return {
    ...baseOf(context, title, service, image),
    template: 'subpage',
    service: { lead, industry: industryOf(context, service) },
    seo: seoOf(service, () => lead, image),
  }
}

function resolveJobOffer(context: Context, offer: Document<JobOffer>): ResolvedPage {
  const { slug, lead, location, employmentType, publicationDate, validThrough } = offer
  warnOfNoApplication(context, offer)
  return {
    ...baseOf(context, offer.title, offer),
    template: 'job-offer',
    job: { slug, lead, location, country: countryOf(context, offer), employmentType, publicationDate, validThrough },
    seo: seoOf(offer, () => lead, undefined),
  }
}

function resolveCategory(context: Context, id: string): ResolvedPage {
  const { ask, place, text, site } = context
  const { locale, href } = place
  const linked = (one: string) => ask('category', locale, one) ?? []
  const category = ask('category', locale, id)
  if (!category) throw new Error(`The product category "${id}" (${locale}) was not read.`)
  const ancestors = ask('ancestors', locale, id).flatMap(linked)
  const children = ask('subcategories', locale, id).flatMap(linked)
  const siblings = children.length === 0 ? ask('siblings', locale, id, siblingCategories).flatMap(linked) : []
  const words = {
    ...{ name: category.name, children: children.map(({ name }) => name), brand: site.brand },
    parent: ancestors.at(-1)?.name,
  }
  return {
    ...baseOf(context, category.name, {}),
    crumbs: [...crumbsOf(context, category.name).slice(0, -1), ...ancestors, { name: category.name, href }],
    template: 'category',
    category: { ancestors, children, siblings },
    seo: { description: describeCategory(words, text, ask('languageTag', locale)) },
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

type WithTheme = { theme?: Theme; blocks?: Block[] }

function baseOf(context: Context, title: string, { theme, blocks = [] }: WithTheme, image?: Image) {
  const { nodeType, isIndexable, slug, page } = context.place
  const crumbs = slug === '/' ? [] : crumbsOf(context, title)
  const said = crumbs.map(({ name }) => name)
  if (page === 1) for (const reported of ignoredFields(context.place, { theme, blocks })) context.warn(reported)
  return {
    ...{ nodeType, title, crumbs, blocks, isIndexable, seo: {} },
    intro: introOf(title, theme, { image, said }),
  }
}

type AroundIntro = { image: Image | undefined; said: string[] }

function introOf(title: string, theme: Theme | undefined, { image, said }: AroundIntro): Intro {
  const { title: shown = title, subtitle, description, publicationDate, backgroundImage, maskOpacity } = theme ?? {}
  return {
    title: shown,
    mask: maskPercent(maskOpacity, defaultMaskPercent),
    ...(!saysOneOf(title, [shown, ...said]) && { eyebrow: title }),
    ...(subtitle && !saysOneOf(subtitle, [shown, title]) && { subtitle }),
    ...{ description, publicationDate, image: backgroundImage ?? image },
  }
}

/** The ancestors of a page, each with the address of its page if that exists, then the page itself. */
function crumbsOf({ ask, place }: Context, title: string): PageView['crumbs'] {
  const { locale, href, list, memberId, crumbs } = place
  const { first } = list ?? { first: href }
  const isOwn = (slug: string): boolean => slug.includes('/:') || ask('slug', locale, slug) === first
  const ancestors = crumbs
    .filter(({ name, slug }) => !isOwn(slug) && slug !== '/' && name)
    .map(({ name, slug }) => ({ name, href: ask('slug', locale, slug) }))
  const own = memberId === undefined ? crumbs.find(({ slug }) => isOwn(slug))?.name : undefined
  return [...ancestors, { name: own || title, href }]
}

/** The name of a page without a title: its last crumb (see the content API), or else its slug. Adds a warning. */
function titleFromCrumbs({ place, warn }: Context): string {
  const { locale, href, slug, crumbs, page } = place
  const ofCrumbs = crumbs.at(-1)?.name
  const name = ofCrumbs || slug
  if (page === 1) {
    warn({
      code: 'title-missing',
      message: `The page "${readablePath(href)}" has no title; it is called ${quoteValue(name)}, ${ofCrumbs ? 'as in its breadcrumbs' : 'after its address'}.`,
      where: { locale, path: href },
      hint: 'Give the page a title at the service.',
    })
  }
  return name
}

type SeoFields = Pick<Document<Page>, 'seoTitle' | 'seoDescription' | 'seoImageSrc'>

function seoOf(fields: SeoFields, description: () => string | undefined, image: Image | undefined) {
  const social: Image | undefined = fields.seoImageSrc ? { url: fields.seoImageSrc } : image
  return { title: fields.seoTitle, description: fields.seoDescription ?? description(), image: social }
}
