import type { Href, MenuEntry } from '#blocks/_shared/reader.ts'
import type { MenuItem } from '#content/schema.ts'
import { addressKey, localePath } from './address.ts'
import type { Site } from './site.ts'

/** A menu entry with its address, before it is known which page shows it. */
export type ResolvedMenuEntry = Omit<MenuEntry, 'isCurrent' | 'isActive' | 'children'> & {
  /** Key of the address when it is one of this site. */
  addressKey?: string
  children: ResolvedMenuEntry[]
}

type ResolveLink = (url: string | undefined) => Href | undefined

/** Entries with their addresses: `url`, else the page of the slug, else the page of the category; none makes a heading. */
export function resolveMenu(items: MenuItem[], site: Site, locale: string, link: ResolveLink): ResolvedMenuEntry[] {
  return items.map((item) => {
    const href = hrefOf(item, site, locale, link)
    return {
      id: item.id,
      name: item.name,
      children: resolveMenu(item.children, site, locale, link),
      ...(href && { href }),
      ...(href?.startsWith('/') && { addressKey: addressKey(href) }),
      ...(item.target && { target: item.target }),
      ...(item.description && { description: item.description }),
      ...(item.headline && { headline: item.headline }),
      ...(item.cssClass && { cssClass: item.cssClass }),
    }
  })
}

function hrefOf(
  { url, slug, type, typeReferenceId }: MenuItem,
  site: Site,
  locale: string,
  link: ResolveLink,
): Href | undefined {
  if (url) return link(url)
  // A slug without a page is reported like any dead link.
  if (slug) return site.slugHref(locale, slug) ?? link(localePath(slug, locale, site.family.defaultLocale))
  return type === 'Category' && typeReferenceId ? site.categoryHref(locale, typeReferenceId) : undefined
}

/** The entries as a page shows them: its own is current; that one, its ancestors and their menu entries are active. */
export function markMenu(entries: ResolvedMenuEntry[], pathKey: string, locale: string): MenuEntry[] {
  return entries.map(({ addressKey: key, children: below, ...entry }) => {
    const children = markMenu(below, pathKey, locale)
    const isCurrent = key === pathKey
    const isAncestor = key !== undefined && key !== '/' && key !== `/${locale}` && pathKey.startsWith(`${key}/`)
    return {
      ...entry,
      children,
      isCurrent,
      isActive: isCurrent || isAncestor || children.some(({ isActive }) => isActive),
    }
  })
}
