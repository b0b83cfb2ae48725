import type { Href, Listed, PageRole } from '#blocks/_shared/reader.ts'
import { isPattern } from '#content/crawl/locale-content.ts'
import { areaTexts, translatorOf, writtenText } from '#locales/translator.ts'
import { planPictures } from '#publish/pictures/plan-pictures.ts'
import { isShellAddress, type ShellPattern } from '#publish/redirects/shell-pattern.ts'
import { addressKey, localePath } from '#renderer/plan/address.ts'
import { placeholderParent } from '#renderer/plan/plan-routes.ts'
import type { Route } from '#renderer/plan/route.ts'
import { resolveLink } from './resolve-link.ts'

import type { LocaleData, PageDocuments, Site, SiteData } from './site.ts'

/** Makes the look-ups of a site from its data, in whatever process; each is a map access. */
export function indexSite(data: SiteData, documents: PageDocuments): Site {
  const { contents, settings, family, texts } = data
  const { defaultLocale: fallback } = family
  const plans = planPictures(data.pictures)
  const { byAddress, pairs, pages, homes, files, shells } = indexRoutes(data)
  const members = { get: (key: string) => pages.get(key)?.href }
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
  const slugHref = (locale: string, slug: string): Href | undefined => {
    const { defaultLocale, origin } = settings.families.find(({ locales }) => locales.includes(locale)) ?? family
    return byAddress.get(`${origin}${addressKey(localePath(slug, locale, defaultLocale))}`)?.href
  }
  const listing = perLocale(contents, ({ locale }) => {
    const { defaultLocale } = settings.families.find(({ locales }) => locales.includes(locale)) ?? family
    const slugs = data.listings.get(locale) ?? []
    return new Set(slugs.map(({ slug }) => addressKey(localePath(slug, locale, defaultLocale))))
  })
  const roles = perLocale(contents, (content) => rolesOf(content, data, slugHref))

  const site: Site = {
    ...data,
    documents,
    translateTo: translatorOf(texts, fallback),
    writtenText: (locale, key) => writtenText(texts, fallback, locale, key),
    ownTexts: (locale) => areaTexts(texts, { area: 'own', locales: [locale, fallback] }),
    picture: (url, use) => plans.picture(url, use)?.shown,
    socialCard: (title) => plans.card(title)?.shown,
    homes,
    slugHref,
    isIndexable,
    routeOfMember: (locale, collection, slug) => pages.get(`${locale}/${collection}/${slug}`),
    isListed: ({ locale, path }) => listing(locale).size === 0 || listing(locale).has(addressKey(path)),
    routeAt: (origin, path) => byAddress.get(`${origin}${addressKey(path)}`),
    translationsOf: (route) => {
      const pair = pairs.get(route.pairing)
      return pair?.get(route.locale) === route ? pair : new Map(pair).set(route.locale, route)
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
        byAddress.has(`${family.origin}${key}`) ||
        data.redirectKeys.has(key) ||
        shells.some((shell) => isShellAddress(key, shell))
      )
    },
    linkProblem: (address) => resolveLink(address, site).problem,
  }
  return site
}

type RouteIndex = Pick<Site, 'homes'> & {
  byAddress: Map<string, Route>
  /** The first route of each locale, by `pairing`. */
  pairs: Map<string, Map<string, Route>>
  /** Pages of members and categories, by `memberKey`. */
  pages: Map<string, Route>
  files: Map<string, Route>
  shells: ShellPattern[]
}

/** One walk over all routes: `site render` indexes ten thousand to render a single page. */
function indexRoutes({ routes, family }: Pick<SiteData, 'routes' | 'family'>): RouteIndex {
  const index: RouteIndex = {
    ...{ byAddress: new Map(), pairs: new Map(), pages: new Map(), homes: new Map(), files: new Map(), shells: [] },
  }
  for (const route of routes) {
    const { origin, path, pairing, canonical, source, locale, file } = route
    index.byAddress.set(`${origin}${addressKey(path)}`, route)
    const pair = index.pairs.get(pairing)
    if (!pair) index.pairs.set(pairing, new Map([[locale, route]]))
    else if (!pair.has(locale)) pair.set(locale, route)
    const member = canonical ? undefined : memberKey(route)
    if (member !== undefined) index.pages.set(member, route)
    if (route.slug === '/') index.homes.set(locale, route)
    if (origin === family.origin) index.files.set(file, route)
    if (source.kind === 'restricted') index.shells.push(foldedPattern(source))
  }
  return index
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

/** Whether search engines may list a page; `facts` tell it where its document was read. */
export function isIndexable({ source, node, facts }: Route): boolean {
  if (source.kind === 'error' || source.kind === 'restricted') return false
  const isTool = [node?.nodeType, facts?.layout].some((name) => name === 'search' || name === 'login')
  return !isTool && !facts?.noindex
}

function memberKey({ locale, source, memberId }: Route): string | undefined {
  if (source.kind === 'document' && memberId !== undefined) return `${locale}/${source.collection}/${source.key}`
  if (source.kind === 'category') return `${locale}/product_categories/${source.category.id}`
  return undefined
}

/** Computes a value once per locale, at its first use. */
function perLocale<T>(contents: Map<string, LocaleData>, make: (content: LocaleData) => T): (locale: string) => T {
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
  content: LocaleData,
  { settings, routes }: SiteData,
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
  const blog = routes.find((route) => route.locale === locale && route.page === 1 && route.facts?.layout === 'blog')
  return {
    home: slugHref(locale, '/'),
    help: named('help'),
    demo: named('demo'),
    contact: named('contact') ?? ofType('contact'),
    search: ofType('search'),
    login: ofType('login'),
    privacy: ofType('privacy'),
    blog: blog?.href ?? parentOfPosts(content, slugHref),
  }
}

/** The page above the posts (`/blog` of `/blog/:slug`), when there is one. */
function parentOfPosts(
  { nodes, locale }: LocaleData,
  slugHref: (locale: string, slug: string) => Href | undefined,
): Href | undefined {
  const node = nodes.find((candidate) => candidate.nodeReference === 'posts' && isPattern(candidate))
  return node && slugHref(locale, placeholderParent(node.slug))
}
