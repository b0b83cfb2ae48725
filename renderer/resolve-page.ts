import { maskPercent } from '#blocks/_shared/mask.ts'
import type { Document } from '#content/crawl.ts'
import type { Block, Image, JobOffer, Page, Post, ProductCategory, Service, Theme } from '#content/schema.ts'
import type { Intro, PageView, TemplateName } from '#templates/page-view.ts'
import type { ResolvedPage } from './page/resolved-page.ts'
import type { Route } from './plan-routes.ts'
import type { Site } from './site.ts'

const defaultMaskPercent = 60
const otherPosts = 3

/** Brings the content of a route into the one form that templates show. Pure but for findings. */
export function resolvePage(site: Site, route: Route): ResolvedPage {
  const { source } = route
  if (source.kind === 'category') return resolveCategory(site, route, source.category)
  if (source.kind === 'restricted') return resolvePlain(site, route, 'restricted', 'restricted.title')
  if (source.kind === 'error' && source.status === 'offline')
    return resolvePlain(site, route, 'offline', 'offline.title')
  if (source.kind === 'error') return resolvePlain(site, route, 'error', `error.title${source.status}`)
  const content = site.contents.get(route.locale)
  const document = content?.documents[source.collection].get(source.key)
  if (!document) throw new Error(`The document ${source.collection}/${source.key} (${route.locale}) was not read.`)
  if (source.collection === 'posts') return resolvePost(site, route, document as Document<Post>)
  if (source.collection === 'services') return resolveService(site, route, document as Document<Service>)
  if (source.collection === 'job_offers') return resolveJobOffer(site, route, document as Document<JobOffer>)
  return resolveDocument(site, route, document as Document<Page>)
}

function resolveDocument(site: Site, route: Route, page: Document<Page>): ResolvedPage {
  const title = page.title ?? titleFromCrumbs(site, route)
  return {
    ...baseOf(site, route, title, page),
    template: templateOf(page, route),
    blocks: route.page === 1 ? page.blocks : page.blocks.filter(({ type }) => type === 'blog_list'),
    seo: seoOf(page, page.theme?.description ?? page.theme?.subtitle, page.theme?.backgroundImage),
  }
}

function templateOf(page: Document<Page>, { node, slug }: Route): TemplateName {
  const byLayout: Record<string, TemplateName> = { home: 'home', blog: 'blog-list', search: 'search', login: 'login' }
  const byNode: Partial<Record<string, TemplateName>> = { search: 'search', login: 'login' }
  const named = byLayout[page.layout ?? ''] ?? byNode[node?.nodeType ?? '']
  return named ?? (node?.nodeType === 'root' && slug === '/' ? 'home' : 'subpage')
}

function resolvePost(site: Site, route: Route, post: Document<Post>): ResolvedPage {
  const others = site.posts(route.locale).filter(({ id }) => id !== post.id)
  return {
    ...baseOf(site, route, post.title, post, post.teaserImage),
    template: 'blog-post',
    post: {
      shareUrl: `${route.origin}${route.href}`,
      others: others.slice(0, otherPosts),
      ...optionalPart('author', post.author),
      ...optionalPart('lead', post.lead),
      ...optionalPart('publicationDate', post.publicationDate),
      ...optionalPart('backHref', site.roleHref(route.locale, 'blog')),
      ...optionalPart('image', post.teaserImage),
    },
    seo: seoOf(post, post.lead, post.teaserImage),
  }
}

function resolveService(site: Site, route: Route, service: Document<Service>): ResolvedPage {
  return {
    ...baseOf(site, route, service.title, service, service.image),
    template: 'subpage',
    service: { ...optionalPart('lead', service.lead), ...optionalPart('industry', service.industry) },
    seo: seoOf(service, service.lead, service.image),
  }
}

function resolveJobOffer(site: Site, route: Route, offer: Document<JobOffer>): ResolvedPage {
  const { slug, lead, location, employmentType, publicationDate, validThrough } = offer
  return {
    ...baseOf(site, route, offer.title, offer),
    template: 'job-offer',
    job: {
      slug,
      ...optionalPart('lead', lead),
      ...optionalPart('location', location),
      ...optionalPart('employmentType', employmentType),
      ...optionalPart('publicationDate', publicationDate),
      ...optionalPart('validThrough', validThrough),
    },
    seo: seoOf(offer, lead, undefined),
  }
}

function resolveCategory(site: Site, route: Route, category: ProductCategory): ResolvedPage {
  const all = site.contents.get(route.locale)?.collections.product_categories ?? []
  const linked = ({ id, name }: ProductCategory) => ({
    name,
    ...optionalPart('href', site.categoryHref(route.locale, id)),
  })
  const parents = category.parentBranch.flatMap((id) => all.filter((other) => other.id === id))
  return {
    ...baseOf(site, route, category.name, {}),
    crumbs: [
      ...crumbsOf(site, route, category.name).slice(0, -1),
      ...parents.map(linked),
      { name: category.name, href: route.href },
    ],
    template: 'category',
    category: {
      ancestors: parents.map(linked),
      children: all.filter(({ parentBranch }) => parentBranch.at(-1) === category.id).map(linked),
    },
  }
}

function resolvePlain(
  site: Site,
  route: Route,
  template: 'restricted' | 'error' | 'offline',
  titleKey: string,
): ResolvedPage {
  const title = site.translateTo(route.locale)(titleKey)
  return {
    ...baseOf(site, route, title, {}),
    template,
    ...(route.source.kind === 'error' && { crumbs: [], error: { status: route.source.status } }),
  }
}

type WithTheme = { theme?: Theme | undefined; blocks?: Block[] }

function baseOf(site: Site, route: Route, title: string, { theme, blocks = [] }: WithTheme, image?: Image) {
  return {
    ...(route.node && { nodeType: route.node.nodeType }),
    title,
    intro: introOf(title, theme, image),
    crumbs: crumbsOf(site, route, title),
    blocks,
    seo: {},
    isIndexable: site.isIndexable(route),
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
function crumbsOf(site: Site, route: Route, title: string): PageView['crumbs'] {
  const crumbs = route.node?.crumbs ?? []
  const isOwn = (slug: string): boolean => slug.includes('/:') || site.slugHref(route.locale, slug) === route.href
  const ancestors = crumbs
    .filter(({ slug }) => !isOwn(slug) && slug !== '/')
    .map(({ name, slug }) => ({ name, ...optionalPart('href', site.slugHref(route.locale, slug)) }))
  const own = route.memberId === undefined ? crumbs.find(({ slug }) => isOwn(slug))?.name : undefined
  return [...ancestors, { name: own ?? title, href: route.href }]
}

/** A page without a title is named by its last crumb (content API). */
function titleFromCrumbs(site: Site, route: Route): string {
  const name = route.node?.crumbs.at(-1)?.name ?? route.slug
  if (route.page === 1) {
    site.findings.warn({
      code: 'title-missing',
      message: `The page "${route.href}" has no title; it is called "${name}", as in its breadcrumbs.`,
      where: { locale: route.locale, path: route.href },
      hint: 'Give the page a title at the service.',
    })
  }
  return name
}

type SeoFields = Pick<Document<Page>, 'seoTitle' | 'seoDescription' | 'seoImageSrc'>

function seoOf(fields: SeoFields, description: string | undefined, image: Image | undefined) {
  const social = fields.seoImageSrc ? { url: fields.seoImageSrc } : image
  return {
    ...optionalPart('title', fields.seoTitle),
    ...optionalPart('description', fields.seoDescription ?? description),
    ...optionalPart('image', social as Image | undefined),
  }
}

/** `{[name]: value}`, or nothing when there is no value. */
function optionalPart<N extends string, T>(name: N, value: T | undefined): { [K in N]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [K in N]?: T })
}
