import type { Href, MenuEntry } from '#blocks/_shared/reader.ts'
import type { Finding } from '#content/finding.ts'
import type { MenuItem } from '#content/schema.ts'
import { addressKey, localePath } from '#renderer/plan/address.ts'
import { linkFinding, resolveLink } from './resolve-link.ts'
import type { Site } from './site.ts'

/** A menu entry with its address, before it is known which page shows it. */
export type ResolvedMenuEntry = Omit<MenuEntry, 'isCurrent' | 'isActive' | 'children'> & {
  /** Key of the address when it is one of this site. */
  addressKey?: string
  children: ResolvedMenuEntry[]
}

const resolved = new WeakMap<Site, Map<string, ResolvedMenuEntry[]>>()

/** The entries of a menu with their addresses: `url`, else the page of the slug, else the page of the category; none makes a heading. */
export function resolveSiteMenu(site: Site, locale: string, group: string): ResolvedMenuEntry[] {
  const known = resolved.get(site) ?? new Map<string, ResolvedMenuEntry[]>()
  resolved.set(site, known)
  const key = `${locale} ${group}`
  const entries = known.get(key) ?? resolveItems(site.menu(locale, group), site, locale)
  known.set(key, entries)
  return entries
}

function resolveItems(items: MenuItem[], site: Site, locale: string): ResolvedMenuEntry[] {
  return items.map((item) => {
    const href = hrefOf(item, site, locale)
    return {
      id: item.id,
      name: item.name,
      children: resolveItems(item.children, site, locale),
      ...(href && { href }),
      ...(href?.startsWith('/') && { addressKey: addressKey(href) }),
      ...(item.target && { target: item.target }),
      ...(item.description && { description: item.description }),
      ...(item.headline && { headline: item.headline }),
      ...(item.cssClass && { cssClass: item.cssClass }),
    }
  })
}

function hrefOf({ url, slug, type, typeReferenceId }: MenuItem, site: Site, locale: string): Href | undefined {
  const address = addressOf({ url, slug }, site, locale)
  if (address !== undefined) return resolveLink(address, site).href
  if (slug) return site.slugHref(locale, slug)
  return type === 'Category' && typeReferenceId ? site.categoryHref(locale, typeReferenceId) : undefined
}

/** The address that an item gives: one it was given, or that of a slug without a page, which is a dead link. */
function addressOf({ url, slug }: Pick<MenuItem, 'url' | 'slug'>, site: Site, locale: string): string | undefined {
  if (url) return url
  const isLost = slug && site.slugHref(locale, slug) === undefined
  return isLost ? localePath(slug, locale, site.family.defaultLocale) : undefined
}

/** What is wrong with the links of all menus of a locale. */
export function menuFindings(site: Site, locale: string): Finding[] {
  const findingsOf = (item: MenuItem): Finding[] => {
    const address = addressOf(item, site, locale)
    const problem = address === undefined ? undefined : site.linkProblem(address)
    const own = address !== undefined && problem ? [linkFinding(address, problem, { locale })] : []
    return [...own, ...item.children.flatMap(findingsOf)]
  }
  return site.menuGroups(locale).flatMap((group) => site.menu(locale, group).flatMap(findingsOf))
}

/** Which entries of a menu are marked on a page, by their place: the page's own, its ancestors, and the entries above those. */
type Marks = Map<number, { isCurrent: boolean; below: Marks }>

/** The entries as a page shows them; `key` tells which are marked (`markKey`). What an entry says is read when it is asked for. */
export function markMenu(entries: ResolvedMenuEntry[], key: string): MenuEntry[] {
  return shownEntries(entries, parseMarks(key))
}

function shownEntries(entries: ResolvedMenuEntry[], marks: Marks): MenuEntry[] {
  return entries.map((entry, at) => {
    const mark = marks.get(at)
    return {
      get id() {
        return entry.id
      },
      get name() {
        return entry.name
      },
      get href() {
        return entry.href
      },
      get target() {
        return entry.target
      },
      get description() {
        return entry.description
      },
      get headline() {
        return entry.headline
      },
      get cssClass() {
        return entry.cssClass
      },
      get children() {
        return shownEntries(entry.children, mark?.below ?? new Map())
      },
      isCurrent: mark?.isCurrent ?? false,
      isActive: mark !== undefined,
    }
  })
}

/** What tells two pages' copies of one menu apart: the places of the entries that are marked on them, as in `0(),2(1!())`. */
export function markKey(entries: ResolvedMenuEntry[], pathKey: string, locale: string): string {
  return entries
    .flatMap(({ addressKey: key, children }, at) => {
      const below = markKey(children, pathKey, locale)
      const isCurrent = key === pathKey
      if (!isCurrent && !below && !isAbove(key, pathKey, locale)) return []
      return `${at}${isCurrent ? '!' : ''}(${below})`
    })
    .join()
}

function parseMarks(key: string): Marks {
  const tokens = key.match(/\d+!?|[()]/g) ?? []
  let next = 0
  const parseLevel = (): Marks => {
    const marks: Marks = new Map()
    while (next < tokens.length && tokens[next] !== ')') {
      const token = tokens[next] ?? ''
      next += 2 // the place, and the bracket that opens
      marks.set(Number.parseInt(token, 10), { isCurrent: token.endsWith('!'), below: parseLevel() })
      next += 1 // the bracket that closes
    }
    return marks
  }
  return parseLevel()
}

function isAbove(key: string | undefined, pathKey: string, locale: string): boolean {
  return key !== undefined && key !== '/' && key !== `/${locale}` && pathKey.startsWith(`${key}/`)
}
