import type { Href, MenuEntry } from '#blocks/_shared/reader.ts'
import type { MenuItem } from '#content/schema.ts'
import { addressKey, localePath } from './address.ts'
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
  if (url) return followed(url, site, locale)
  // A slug without a page is reported like any dead link.
  if (slug)
    return site.slugHref(locale, slug) ?? followed(localePath(slug, locale, site.family.defaultLocale), site, locale)
  return type === 'Category' && typeReferenceId ? site.categoryHref(locale, typeReferenceId) : undefined
}

function followed(address: string, site: Site, locale: string): Href | undefined {
  const { href, problem } = resolveLink(address, site)
  if (problem) site.findings.warn(linkFinding(address, problem, { locale }))
  return href
}

/** The entries as a page shows them: its own is current; that one, its ancestors and their menu entries are active. */
export function markMenu(entries: ResolvedMenuEntry[], pathKey: string, locale: string, above = ''): MenuEntry[] {
  return entries.map((entry, at) => {
    // Where it stands and not what the service calls it: ids are never shown.
    const id = `${above}${at}`
    const children = markMenu(entry.children, pathKey, locale, `${id}.`)
    const isCurrent = entry.addressKey === pathKey
    const isActive = isCurrent || isAbove(entry.addressKey, pathKey, locale) || children.some((child) => child.isActive)
    return shownEntry(entry, { id, children, isCurrent, isActive })
  })
}

/** An entry with its marks; what it says is read from where it stands, and only when it is asked for. */
function shownEntry(
  entry: ResolvedMenuEntry,
  marks: Pick<MenuEntry, 'id' | 'children' | 'isCurrent' | 'isActive'>,
): MenuEntry {
  return {
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
    ...marks,
  }
}

/** What tells two pages' copies of one menu apart: the entries that are marked on them. */
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

function isAbove(key: string | undefined, pathKey: string, locale: string): boolean {
  return key !== undefined && key !== '/' && key !== `/${locale}` && pathKey.startsWith(`${key}/`)
}
