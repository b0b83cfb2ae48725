import type { Href, ImageUse, Listed, PageRole, Picture } from '#blocks/_shared/reader.ts'
import type { DocumentCollection, LocaleContent } from '#content/crawl.ts'
import { isPattern } from '#content/crawl.ts'
import type { Findings } from '#content/finding.ts'
import type { Listing } from '#content/read-listings.ts'
import type {
  ContactPerson,
  JobOfferSummary,
  MenuItem,
  PostSummary,
  ProductCategory,
  ServiceSummary,
} from '#content/schema.ts'
import type { Translate } from '#locales/translator.ts'
import type { Integrity } from '#publish/integrity.ts'
import { isShellAddress, type ShellPattern } from '#publish/shell-pattern.ts'
import { addressKey, localePath } from './address.ts'
import { placeholderParent, type Route } from './plan-routes.ts'
import type { Code } from './reads/read-code.ts'
import { type ResolvedLink, resolveLink } from './resolve-link.ts'
import type { Family, Settings } from './settings.ts'

/** A picture in the export: its address, size in pixels, and the other forms a browser may choose. */
export type PictureFile = Required<Pick<Picture, 'src'>> & Omit<Picture, 'src' | 'alt'>

/**
 * Pictures by the address the content names them with, and the place they fill; nothing for one that cannot be had. To plan one is
 * to know its addresses, to get one is to put its files into the export.
 */
export type SitePictures = {
  plan(url: string, use: ImageUse): PictureFile | undefined
  get(url: string, use: ImageUse): PictureFile | undefined
  planCard?(title: string): PictureFile | undefined
  card?(title: string): PictureFile | undefined
}

/** Collections whose members pages list. */
export type ListName = DocumentCollection | 'contact_people'
export type Member = PostSummary | ServiceSummary | JobOfferSummary | ContactPerson

export type SiteParts = {
  settings: Settings
  family: Family
  contents: Map<string, LocaleContent>
  /** What the search endpoint lists of each locale, where that could be read. */
  listings: Map<string, Listing[]>
  /** Routes that have content, of every family; only those of `family` are rendered. */
  routes: Route[]
  findings: Findings
  translateTo: (locale: string) => Translate
  /** An interface text as it is written, in every form it has. */
  writtenText: (locale: string, key: string) => unknown
  pictures: SitePictures
  /** Addresses of bundled files by name. */
  assets: Map<string, string>
  /** Digests of scripts and styles by address; without it pages do not ask for any. */
  integrity?: Integrity
  /** Old addresses that redirect, as address keys. */
  redirectKeys: Set<string>
  /** What the sources of our own code are; pages are then made anew when those they ran change. */
  code?: Code
}

/** All that pages are rendered from, with the look-ups that readers share. */
export type Site = SiteParts & {
  routeAt(origin: string, path: string): Route | undefined
  /** Translations of a route that visitors can reach, by locale, itself included. */
  translationsOf(route: Route): Map<string, Route>
  roleHref(locale: string, role: PageRole): Href | undefined
  /** The page of a slug of the locale, when there is one. */
  slugHref(locale: string, slug: string): Href | undefined
  categoryHref(locale: string, id: string): Href | undefined
  /** The route of a file of the family that is built. */
  routeOf(file: string): Route | undefined
  /** Members of a collection by a key of their own, in the order of the service, with the address of their page. */
  members(locale: string, name: ListName): ReadonlyMap<string, Listed<Member>>
  categories(locale: string): ReadonlyMap<string, Listed<ProductCategory>>
  posts(locale: string): Listed<PostSummary>[]
  menu(locale: string, group: string): MenuItem[]
  /** Groups that have an item. */
  menuGroups(locale: string): string[]
  /** Locales that have pages, with the address of their home. */
  homes: Map<string, Route>
  isKnownPath(path: string): boolean
  /** What is wrong with an address that an editor wrote. */
  linkProblem(address: string): ResolvedLink['problem']
  /** True for pages that search engines should list. */
  isIndexable(route: Route): boolean
  /** True for pages that the search endpoint lists, and for all of a locale without a list. */
  isListed(route: Route): boolean
}

/** Indexes the parts; every look-up is a map access. */
export function indexSite(parts: SiteParts): Site {
  const { routes, contents, settings } = parts
  const byAddress = new Map(routes.map((route) => [`${route.origin}${addressKey(route.path)}`, route]))
  const pairs = new Map<string, Map<string, Route>>()
  for (const route of routes) {
    const pair = pairs.get(route.pairing) ?? new Map<string, Route>()
    if (!pair.has(route.locale)) pair.set(route.locale, route)
    pairs.set(route.pairing, pair)
  }
  const members = new Map(routes.filter(({ canonical }) => !canonical).map((route) => [memberKey(route), route.href]))
  const homes = new Map(routes.filter(isHome).map((route) => [route.locale, route]))
  const lists = perLocale(contents, ({ locale, collections }) => ({
    posts: keyed(collections.posts, ({ slug }) => members.get(`${locale}/posts/${slug}`)),
    services: keyed(collections.services, ({ slug }) => members.get(`${locale}/services/${slug}`)),
    job_offers: keyed(collections.job_offers, ({ slug }) => members.get(`${locale}/job_offers/${slug}`)),
    contact_people: keyed(collections.contact_people, () => undefined),
    product_categories: keyed(collections.product_categories, ({ id }) =>
      members.get(`${locale}/product_categories/${id}`),
    ),
  }))
  const groups = perLocale(contents, ({ menus }) => [...new Set(menus.flatMap(({ group }) => group ?? []))])
  const files = new Map(routes.flatMap((route) => (route.origin === parts.family.origin ? [[route.file, route]] : [])))
  const slugHref = (locale: string, slug: string): Href | undefined => {
    const { defaultLocale, origin } = settings.families.find(({ locales }) => locales.includes(locale)) ?? parts.family
    return byAddress.get(`${origin}${addressKey(localePath(slug, locale, defaultLocale))}`)?.href
  }
  const listing = perLocale(contents, ({ locale }) => {
    const { defaultLocale } = settings.families.find(({ locales }) => locales.includes(locale)) ?? parts.family
    const slugs = parts.listings.get(locale) ?? []
    return new Set(slugs.map(({ slug }) => addressKey(localePath(slug, locale, defaultLocale))))
  })
  const roles = perLocale(contents, (content) => rolesOf(content, parts, slugHref))
  const shells = routes.flatMap(({ source }) => (source.kind === 'restricted' ? [foldedPattern(source)] : []))

  const site: Site = {
    ...parts,
    homes,
    slugHref,
    isIndexable: (route) => isIndexable(route, contents),
    isListed: ({ locale, path }) => listing(locale).size === 0 || listing(locale).has(addressKey(path)),
    routeAt: (origin, path) => byAddress.get(`${origin}${addressKey(path)}`),
    translationsOf: (route) => {
      const pair = new Map(pairs.get(route.pairing))
      return pair.set(route.locale, route)
    },
    roleHref: (locale, role) => roles(locale)[role],
    categoryHref: (locale, id) => members.get(`${locale}/product_categories/${id}`),
    routeOf: (file) => files.get(file),
    members: (locale, name) => lists(locale)[name],
    categories: (locale) => lists(locale).product_categories,
    posts: (locale) => [...lists(locale).posts.values()],
    menuGroups: groups,
    menu: (locale, group) => (contents.get(locale)?.menus ?? []).filter((item) => item.group === group),
    isKnownPath: (path) => {
      const key = addressKey(path)
      return (
        byAddress.has(`${parts.family.origin}${key}`) ||
        parts.redirectKeys.has(key) ||
        shells.some((shell) => isShellAddress(key, shell))
      )
    },
    linkProblem: (address) => resolveLink(address, site).problem,
  }
  return site
}

/** Members by id; one whose id is taken is told apart by a number. */
function keyed<T extends { id: string }>(
  members: T[],
  hrefOf: (member: T) => Href | undefined,
): ReadonlyMap<string, Listed<T>> {
  const byKey = new Map<string, Listed<T>>()
  for (const member of members) {
    let key = member.id
    for (let count = 2; byKey.has(key); count += 1) key = `${member.id}#${count}`
    const href = hrefOf(member)
    byKey.set(key, href ? { ...member, href } : member)
  }
  return byKey
}

/** A pattern that address keys are compared with. */
function foldedPattern({ prefix, suffix }: ShellPattern): ShellPattern {
  return { prefix: prefix === '/' ? prefix : `${addressKey(prefix)}/`, suffix: addressKey(suffix) }
}

function isHome(route: Route): boolean {
  return route.slug === '/'
}

function isIndexable({ source, node, locale }: Route, contents: Map<string, LocaleContent>): boolean {
  if (source.kind === 'error' || source.kind === 'restricted') return false
  const page =
    source.kind === 'document' && source.collection === 'pages'
      ? contents.get(locale)?.documents.pages.get(source.key)
      : undefined
  const isTool = [node?.nodeType, page?.layout].some((name) => name === 'search' || name === 'login')
  return !isTool && !page?.noindex
}

function memberKey({ locale, source, memberId, href }: Route): string {
  if (source.kind === 'document' && memberId !== undefined) return `${locale}/${source.collection}/${source.key}`
  if (source.kind === 'category') return `${locale}/product_categories/${source.category.id}`
  return href
}

/** Computes a value once per locale, at its first use. */
function perLocale<T>(
  contents: Map<string, LocaleContent>,
  make: (content: LocaleContent) => T,
): (locale: string) => T {
  const made = new Map<string, T>()
  return (locale) => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const content = contents.get(locale)
    if (!content) throw new Error(`There is no content of the locale "${locale}".`)
    const value = make(content)
    made.set(locale, value)
    return value
  }
}

/** Pages that header, footer and layouts link to: some named by the settings, the others found by the type of their node. */
function rolesOf(
  content: LocaleContent,
  { settings }: SiteParts,
  slugHref: (locale: string, slug: string) => Href | undefined,
): Partial<Record<PageRole, Href>> {
  const { locale, nodes } = content
  const ofType = (type: string): Href | undefined => {
    const node = nodes.find((candidate) => candidate.nodeType === type && !isPattern(candidate))
    return node && slugHref(locale, node.slug)
  }
  const named = (role: 'help' | 'demo' | 'contact'): Href | undefined => {
    const slug = settings.links[role][locale]
    return slug === undefined ? undefined : slugHref(locale, slug)
  }
  const blog = nodes.find(
    (node) => node.nodeReference && content.documents.pages.get(node.nodeReference)?.layout === 'blog',
  )
  return {
    home: slugHref(locale, '/'),
    help: named('help'),
    demo: named('demo'),
    contact: named('contact') ?? ofType('contact'),
    search: ofType('search'),
    login: ofType('login'),
    privacy: ofType('privacy'),
    blog: blog ? slugHref(locale, blog.slug) : parentOfPosts(content, slugHref),
  }
}

/** The page above the posts (`/blog` of `/blog/:slug`), when there is one. */
function parentOfPosts(
  { nodes, locale }: LocaleContent,
  slugHref: (locale: string, slug: string) => Href | undefined,
): Href | undefined {
  const node = nodes.find((candidate) => candidate.nodeReference === 'posts' && isPattern(candidate))
  return node && slugHref(locale, placeholderParent(node.slug))
}
