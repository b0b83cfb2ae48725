import type { ImageUse, PageRole } from '#blocks/_shared/reader.ts'
import type { Documents } from '#content/crawl.ts'
import { metaPolicy } from '#publish/headers.ts'
import type { DocumentOf } from '#renderer/document-facts.ts'
import { feedOf } from '#renderer/feeds-of.ts'
import { resolveSiteMenu } from '#renderer/menu.ts'
import { notFoundWords } from '#renderer/not-found-words.ts'
import { placeOf } from '#renderer/place.ts'
import { resolveLink } from '#renderer/resolve-link.ts'
import { languageTag } from '#renderer/settings.ts'
import type { ListName, Site } from '#renderer/site.ts'
import { siteFacts } from '#renderer/site-facts.ts'

/**
 * Everything that a page may ask the site, by name. Arguments are JSON, so that a question can be kept and asked again by a later
 * build; an answer is JSON too, and equal whenever pages may be shown unchanged.
 */
export const lookUps = {
  document: <K extends keyof Documents>({ documents }: Site, locale: string, collection: K, key: string) =>
    documents.find(locale, collection, key) as DocumentOf<K> | undefined, // keyed by its kind
  /** By the file of a page. */
  place: (site: Site, file: string) => {
    const route = site.routeOf(file)
    return route && placeOf(site, route)
  },
  /** Keys of members of a collection, in order: `count` of them (all without it) from `from`, one left out. */
  list: (
    site: Site,
    locale: string,
    name: ListName,
    from?: number | null,
    count?: number | null,
    except?: string | null,
  ) => window(site.members(locale, name).keys(), from ?? 0, count ?? Number.POSITIVE_INFINITY, except ?? undefined),
  member: (site: Site, locale: string, name: ListName, key: string) => site.members(locale, name).get(key),
  /** By the file of a page. */
  notFoundWords: (site: Site, file: string) => {
    const route = site.routeOf(file)
    return route ? notFoundWords(site, route) : []
  },
  category: (site: Site, locale: string, id: string) => site.categories(locale).get(id),
  /** Ids of the categories right below one. */
  subcategories: (site: Site, locale: string, id: string) =>
    [...site.categories(locale).values()].filter(({ parentBranch }) => parentBranch.at(-1) === id).map((one) => one.id),
  /** Ids of the categories of the same parent that stand next to one, `count` at most; at the end of the row those before it. */
  siblings: (site: Site, locale: string, id: string, count: number) => {
    const parentOf = (one: string) => site.categories(locale).get(one)?.parentBranch.at(-1)
    const row = [...site.categories(locale).keys()].filter((one) => parentOf(one) === parentOf(id))
    const first = Math.max(0, Math.min(row.indexOf(id) - count / 2, row.length - 1 - count))
    return row.slice(first, first + count + 1).filter((one) => one !== id)
  },
  role: (site: Site, locale: string, role: PageRole) => site.roleHref(locale, role),
  slug: (site: Site, locale: string, slug: string) => site.slugHref(locale, slug),
  link: (site: Site, address: string) => resolveLink(address, site).href,
  menu: (site: Site, locale: string, group: string) => resolveSiteMenu(site, locale, group),
  /** The text as it is written, with its placeholders, in every form it has. */
  text: (site: Site, locale: string, key: string) => site.writtenText(locale, key),
  facts: ({ settings }: Site, locale: string) => siteFacts(settings, locale),
  languageTag: ({ settings }: Site, locale: string) => languageTag(locale, settings),
  timeZone: ({ settings }: Site) => settings.timeZone,
  videoHosts: ({ settings }: Site) => settings.videoHosts,
  themeColor: ({ settings }: Site) => settings.brand.themeColor,
  defaultLocale: ({ family }: Site) => family.defaultLocale,
  policy: ({ settings, family }: Site) => metaPolicy({ ...settings, origin: family.origin }),
  feed: (site: Site, locale: string) => {
    const feed = site.contents.has(locale) ? feedOf(site, locale) : undefined
    return feed && { href: `/${feed.file}`, title: feed.title }
  },
  picture: (site: Site, url: string, use: ImageUse) => site.picture(url, use),
  card: (site: Site, title: string) => site.socialCard(title),
  /** Whether the bundle or the brand has a file; its hashed name is put in at the end, so that no page depends on it. */
  asset: ({ assets }: Site, name: string) => assets.has(name),
  /** Digests of the sources of a module and of all it is made of, by file. */
  code: ({ code }: Site, module: string) => code?.digests.get(module),
} satisfies Record<string, (site: Site, ...args: never[]) => unknown>

export type LookUp = keyof typeof lookUps
type Function<K extends LookUp> = (typeof lookUps)[K]
export type Arguments<K extends LookUp> = Function<K> extends (site: Site, ...args: infer A) => unknown ? A : never
export type Answer<K extends LookUp> = ReturnType<Function<K>>

/** Answers any question; its name and arguments fit each other. */
export type AnswerTo = (name: LookUp, args: readonly unknown[]) => unknown

export const answersOf =
  (site: Site): AnswerTo =>
  (name, args) =>
    (lookUps[name] as (site: Site, ...args: unknown[]) => unknown)(site, ...args)

/** Asks a question that was kept. Throws when it is none. */
export function askAgain(site: Site, question: string): unknown {
  const [name, ...args] = JSON.parse(question) as [LookUp, ...never[]]
  const lookUp = lookUps[name] as ((site: Site, ...args: never[]) => unknown) | undefined
  if (!lookUp) throw new Error(`There is no look-up "${name}".`)
  return lookUp(site, ...args)
}

function window(keys: Iterable<string>, from: number, count: number, except: string | undefined): string[] {
  const found: string[] = []
  let at = 0
  for (const key of keys) {
    if (key === except) continue
    if (found.length >= count) break
    if (at >= from) found.push(key)
    at += 1
  }
  return found
}
