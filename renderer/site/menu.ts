import type { Href, MenuEntry } from '#blocks/_shared/reader.ts'
import type { Finding } from '#content/finding.ts'
import { memoize } from '#content/memoize.ts'
import type { MenuItem } from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { addressKey, localePath } from '#renderer/plan/address.ts'
import { linkFinding, resolveLink } from './resolve-link.ts'
import type { Site } from './site.ts'

/** A menu entry with its address, before it is known which page shows it. */
export type ResolvedMenuEntry = Omit<MenuEntry, 'isCurrent' | 'isActive' | 'marks' | 'children'> & {
  children: ResolvedMenuEntry[]
}

const resolvedMenus = memoize((_: Site) => new Map<string, ResolvedMenuEntry[]>(), new WeakMap())

/**
 * The entries of a menu with their addresses: `url`, or else the page of the slug, or else the page of the category. An
 * entry without an address is a heading.
 */
export function resolveSiteMenu(site: Site, locale: string, group: string): ResolvedMenuEntry[] {
  const known = resolvedMenus(site)
  const key = `${locale} ${group}`
  const entries = known.get(key) ?? resolveItems(site.menu(locale, group), { site, locale, group })
  known.set(key, entries)
  return entries
}

type MenuPlace = { site: Site; locale: string; group: string }

/**
 * Resolves the addresses of items at a level, from 0. Headline and description are kept only if visitors see them: in
 * the panels of the main menu, which entries of level 0 with children open.
 */
function resolveItems(items: MenuItem[], place: MenuPlace, level = 0): ResolvedMenuEntry[] {
  const { site, locale, group } = place
  return items.map((item) => {
    const href = hrefOf(item, site, locale)
    const children = resolveItems(item.children, place, level + 1)
    const hasPanel = group === 'main' && level === 0 && children.length > 0
    const isInPanel = group === 'main' && level === 1
    return {
      id: item.id,
      name: item.name,
      children,
      ...(href && { href }),
      ...(href && item.target && { target: item.target }),
      ...((hasPanel || isInPanel) && item.description && { description: item.description }),
      ...(hasPanel && item.headline && { headline: item.headline }),
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

/**
 * The address of an item that must be checked as a link: its `url`, or the path of a slug that no page has. Undefined
 * for all other items.
 */
function addressOf({ url, slug }: Pick<MenuItem, 'url' | 'slug'>, site: Site, locale: string): string | undefined {
  if (url) return url
  const isLost = slug && site.slugHref(locale, slug) === undefined
  return isLost ? localePath(slug, locale, site.family.defaultLocale) : undefined
}

/** Findings about bad and missing links in all menus of a locale. */
export function menuFindings(site: Site, locale: string): Finding[] {
  const findingsOf = (item: MenuItem): Finding[] => {
    const address = addressOf(item, site, locale)
    const problem = address === undefined ? undefined : site.linkProblem(address)
    const own =
      address !== undefined && problem
        ? [linkFinding(address, problem, { locale, item: item.name })]
        : missingLink(item)
    return [...own, ...item.children.flatMap(findingsOf)]
  }
  const missingLink = ({ name, type, typeReferenceId, url, slug, children }: MenuItem): Finding[] => {
    if (url || slug) return []
    if (type !== 'Category') {
      if (children.length > 0) return []
      const message = `The item ${quoteValue(name)} of a menu of "${locale}" has neither an address nor items below it, so it is a word that leads nowhere.`
      const hint = 'Give the item a "slug" or "url" or children at the service, or remove it.'
      return [{ code: 'menu-heading', message, where: { locale }, hint }]
    }
    if (site.categoryHref(locale, typeReferenceId ?? '')) return []
    const named =
      typeReferenceId === undefined
        ? 'no category'
        : `the category ${quoteValue(typeReferenceId)}, but no page shows it`
    const message = `The item ${quoteValue(name)} of a menu of "${locale}" names ${named}, so the item has no link.`
    const hint = 'Correct "typeReferenceId" of the item at the service, or give it a "slug" or "url".'
    return [{ code: 'menu-category', message, where: { locale }, hint }]
  }
  return site.menuGroups(locale).flatMap((group) => site.menu(locale, group).flatMap(findingsOf))
}

/**
 * The marked entries of a menu by position: the entry of the page, those of pages above
 * it, and those with a marked entry below them.
 */
type Marks = [at: number, isCurrent: boolean, below: Marks][]

/** The entries as a page shows them. `key` says which are marked (`markKey`). */
export function markMenu(entries: ResolvedMenuEntry[], key: string): MenuEntry[] {
  return markEntries(entries, JSON.parse(key) as Marks) // as `markKey` wrote it
}

function markEntries(entries: ResolvedMenuEntry[], marks: Marks): MenuEntry[] {
  return entries.map((resolved, place) => {
    const mark = marks.find(([at]) => at === place)
    if (!mark) return withoutMarks(resolved)
    const [, isCurrent, below] = mark
    const children = markEntries(resolved.children, below)
    return { ...withoutMarks(resolved), isCurrent, isActive: true, marks: JSON.stringify(mark), children }
  })
}

/**
 * The address keys of a menu's entries, and the packed marks. Marks are stored by the address keys that belong to the
 * page itself or to pages above it.
 */
type MarkedMenu = { keys: ReadonlySet<string>; marks: Map<string, string> }

const markedMenuOf = memoize((entries: ResolvedMenuEntry[]): MarkedMenu => {
  const keysIn = (entry: ResolvedMenuEntry): string[] => [keyOf(entry), ...entry.children.flatMap(keysIn)]
  return { keys: new Set(entries.flatMap(keysIn)), marks: new Map() }
}, new WeakMap())

/** Key of the address of an entry; empty if it is no address of this site. */
function keyOf({ href }: ResolvedMenuEntry): string {
  return href?.startsWith('/') ? addressKey(href) : ''
}

/** An entry as it is on pages that do not mark it. */
const withoutMarks = memoize((entry: ResolvedMenuEntry): MenuEntry => {
  const children = entry.children.map(withoutMarks)
  return { ...entry, isCurrent: false, isActive: false, marks: '', children }
}, new WeakMap())

/** Which entries of a menu are marked on a page, as JSON text. Pages with equal keys show the same menu. */
export function markKey(entries: ResolvedMenuEntry[], pathKey: string, locale: string): string {
  const { keys, marks } = markedMenuOf(entries)
  const ancestors: string[] = []
  for (let end = pathKey.indexOf('/', 1); end > 0; end = pathKey.indexOf('/', end + 1)) {
    const key = pathKey.slice(0, end)
    if (key !== `/${locale}` && keys.has(key)) ancestors.push(key)
  }
  const own = keys.has(pathKey) ? pathKey : ''
  const keysOnPage = [own, ...ancestors].join()
  const known = marks.get(keysOnPage) ?? packMarks(entries, own, new Set(ancestors))
  marks.set(keysOnPage, known)
  return known
}

function packMarks(entries: ResolvedMenuEntry[], own: string, ancestors: ReadonlySet<string>): string {
  const marksOf = (below: ResolvedMenuEntry[]): Marks =>
    below.flatMap((entry, at): Marks => {
      const key = keyOf(entry)
      const marks = entry.children.length > 0 ? marksOf(entry.children) : []
      const isCurrent = key !== '' && key === own
      return isCurrent || marks.length > 0 || ancestors.has(key) ? [[at, isCurrent, marks]] : []
    })
  return JSON.stringify(marksOf(entries))
}
