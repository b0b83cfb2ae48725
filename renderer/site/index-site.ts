import type { Href, Listed, PageRole } from '#blocks/_shared/reader.ts'
import { isPattern } from '#content/crawl/locale-content.ts'
import { memoize } from '#content/memoize.ts'
import { areaTexts, translatorOf, writtenText } from '#locales/translator.ts'
import { planPictures } from '#publish/pictures/plan-pictures.ts'
import { isServicePath } from '#publish/redirects/request-path.ts'
import { isShellAddress } from '#publish/redirects/shell-pattern.ts'
import { addressKey, localeAt, localePath } from '#renderer/plan/address.ts'
import { placeholderParent } from '#renderer/plan/plan-routes.ts'
import type { Route } from '#renderer/plan/route.ts'
import { type Family, familyOf, type Settings } from '#renderer/settings.ts'
import { isAlternate } from './across-locales.ts'
import { resolveLink } from './resolve-link.ts'
import type { LocaleData, PageDocuments, Site, SiteData, Translation } from './site.ts'

/** Makes the look-ups of a site from its data, in any process. Each look-up is a map access. */
export function indexSite(data: SiteData, documents: PageDocuments): Site {
  const { contents, settings, family, texts } = data
  const { defaultLocale: fallback } = family
  const plans = planPictures(data.pictures)
  const routes = perLocale(contents, indexRoutes)
  const { routeAt, routeOf } = findRoutes(data, routes)
  const hrefOf = (locale: string, member: string) => routes(locale).members.get(member)?.href
  const lists = perLocale(contents, ({ locale, collections }) => ({
    posts: keyed(collections.posts, ({ slug }) => hrefOf(locale, `posts/${slug}`)),
    services: keyed(collections.services, ({ slug }) => hrefOf(locale, `services/${slug}`)),
    job_offers: keyed(collections.job_offers, ({ slug }) => hrefOf(locale, `job_offers/${slug}`)),
    contact_people: keyed(collections.contact_people, () => undefined),
    product_categories: keyed(collections.product_categories, ({ id }) => hrefOf(locale, `product_categories/${id}`)),
  }))
  const slugHref = (locale: string, slug: string): Href | undefined => {
    const { defaultLocale, origin } = familyOf(locale, settings) ?? family
    return routeAt(origin, localePath(slug, locale, defaultLocale))?.href
  }
  const listed = perLocale(contents, ({ locale, listing = [] }) => {
    const { defaultLocale } = familyOf(locale, settings) ?? family
    return new Set(listing.map(({ slug }) => addressKey(localePath(slug, locale, defaultLocale))))
  })
  const roles = perLocale(contents, (content) => rolesOf(content, settings, slugHref))

  const site: Site = {
    ...data,
    documents,
    translateTo: translatorOf(texts, fallback),
    writtenText: (locale, key) => writtenText(texts, fallback, locale, key),
    ownTexts: (locale) => areaTexts(texts, { area: 'own', locales: [locale, fallback] }),
    picture: (url, use) => plans.picture(url, use)?.shown,
    socialCard: (title) => plans.card(title)?.shown,
    slugHref,
    routeOfMember: (locale, collection, slug) =>
      contents.has(locale) ? routes(locale).members.get(`${collection}/${slug}`) : undefined,
    isListed: ({ locale, href }) => listed(locale).size === 0 || listed(locale).has(addressKey(href)),
    routeAt,
    translationsOf: (route) => translationsOf(route, data.translations),
    roleHref: (locale, role) => roles(locale)[role],
    categoryHref: (locale, id) => hrefOf(locale, `product_categories/${id}`),
    routeOf,
    members: (locale, name) => lists(locale)[name],
    categories: (locale) => lists(locale).product_categories,
    posts: (locale) => [...lists(locale).posts.values()],
    menuGroups: perLocale(contents, ({ menus }) => [...new Set(menus.flatMap(({ group }) => group ?? []))]),
    menu: (locale, group) => (contents.get(locale)?.menus ?? []).filter((item) => item.group === group),
    isKnownPath: (path) => {
      const key = addressKey(path)
      return (
        routeAt(family.origin, path) !== undefined ||
        data.otherAddresses.has(key) ||
        data.shells.some((shell) => isShellAddress(key, shell)) ||
        isServicePath(path, settings.apiBase)
      )
    },
    linkProblem: (address) => resolveLink(address, site).problem,
  }
  return site
}

/** The pages of a locale. */
type RouteIndex = {
  /** Routes by the key of their address. */
  addresses: Map<string, Route>
  files: Map<string, Route>
  /** Pages of members and categories, by `memberKey`. */
  members: Map<string, Route>
}

function indexRoutes({ routes }: Pick<LocaleData, 'routes'>): RouteIndex {
  const index: RouteIndex = { addresses: new Map(), files: new Map(), members: new Map() }
  for (const route of routes) {
    index.addresses.set(addressKey(route.path), route)
    index.files.set(route.file, route)
    const member = route.canonical ? undefined : memberKey(route)
    if (member !== undefined) index.members.set(member, route)
  }
  return index
}

/**
 * Finds routes by address and by file. Searches only the locale of the address, so that no other locale has to be read.
 */
function findRoutes(
  { settings, family, contents, strays }: SiteData,
  indexOf: (locale: string) => RouteIndex,
): Pick<Site, 'routeAt' | 'routeOf'> {
  const straysOf = Map.groupBy(strays, ({ origin }) => origin)
  const straysAt = new Map([...straysOf].map(([origin, routes]) => [origin, indexRoutes({ routes })]))
  const indexAt = (owner: Family, path: string): RouteIndex | undefined => {
    const locale = localeAt(owner, path)
    return contents.has(locale) ? indexOf(locale) : undefined
  }
  return {
    routeAt(origin, path) {
      const owner = settings.families.find((one) => one.origin === origin)
      const key = addressKey(path)
      return straysAt.get(origin)?.addresses.get(key) ?? (owner && indexAt(owner, key.slice(1))?.addresses.get(key))
    },
    routeOf: (file) => straysAt.get(family.origin)?.files.get(file) ?? indexAt(family, file)?.files.get(file),
  }
}

/**
 * The pages of the route's pairing, one for each locale. For its own locale this is the route itself, even if it is not
 * the first of its pairing there.
 */
function translationsOf(route: Route, translations: SiteData['translations']): Translation[] {
  const { pairing } = route
  return [...translations].flatMap(([locale, { origin, hrefs, unlisted }]) => {
    if (locale === route.locale) return { locale, origin, href: route.href, isAlternate: isAlternate(route) }
    const href = hrefs.get(pairing)
    return href ? { locale, origin, href, isAlternate: !unlisted.has(pairing) } : []
  })
}

/** Members by id. If an earlier member has the same id, a number is added. */
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

function memberKey({ source, memberId }: Route): string | undefined {
  if (source.kind === 'document' && memberId !== undefined) return `${source.collection}/${source.key}`
  if (source.kind === 'category') return `product_categories/${source.category.id}`
  return undefined
}

/** Computes a value once per locale, when it is first used. */
function perLocale<T>(contents: Map<string, LocaleData>, make: (content: LocaleData) => T): (locale: string) => T {
  return memoize((locale) => {
    const content = contents.get(locale)
    if (!content) throw new Error(`There is no content of the locale "${locale}".`)
    return make(content)
  })
}

/**
 * Pages that header, footer and layouts link to. The settings name some of them; the
 * others are found by the type of their node.
 */
function rolesOf(content: LocaleData, settings: Settings, slugHref: Site['slugHref']): Partial<Record<PageRole, Href>> {
  const { locale, nodes, routes } = content
  const ofType = (type: string): Href | undefined => {
    const node = nodes.find((candidate) => candidate.nodeType === type && !isPattern(candidate))
    return node && slugHref(locale, node.slug)
  }
  const named = (role: 'help' | 'demo' | 'contact'): Href | undefined => {
    const slug = settings.links[role][locale]
    return slug === undefined ? undefined : slugHref(locale, slug)
  }
  const blog = routes.find((route) => route.page === 1 && route.facts?.layout === 'blog')
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

/** The page above the posts (`/blog` for `/blog/:slug`), if it exists. */
function parentOfPosts({ nodes, locale }: LocaleData, slugHref: Site['slugHref']): Href | undefined {
  const node = nodes.find((candidate) => candidate.nodeReference === 'posts' && isPattern(candidate))
  return node && slugHref(locale, placeholderParent(node.slug))
}
