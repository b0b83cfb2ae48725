import type { LanguageLink } from '#blocks/_shared/reader.ts'
import type { Crumb, NodeType } from '#content/schema.ts'
import type { Alternate } from '#renderer/page/head.tsx'
import { addressKey } from '#renderer/plan/address.ts'
import type { Route, RouteSource } from '#renderer/plan/route.ts'
import { isIndexable } from './across-locales.ts'
import { alternatesOf } from './alternates.ts'
import { languageLinks } from './language-links.ts'
import { markKey, resolveSiteMenu } from './menu.ts'
import type { Site } from './site.ts'

/** The place of a page in the site: its address, its source, and the pages that it names because of its place. */
export type Place = Pick<Route, 'locale' | 'origin' | 'slug' | 'href' | 'memberId' | 'page' | 'list' | 'canonical'> & {
  isIndexable: boolean
  source: PlaceSource
  nodeType?: NodeType
  crumbs: Crumb[]
  alternates: Alternate[]
  languages: LanguageLink[]
  /** For each menu, the `markKey` of this page. */
  marks: Record<string, string>
}

/** The source of a page's content. For a category, only the id is kept. */
type PlaceSource = Exclude<RouteSource, { kind: 'category' }> | { kind: 'category'; id: string }

export function placeOf(site: Site, route: Route): Place {
  const { locale, origin, slug, path, href, memberId, page, list, node, source, canonical } = route
  const pathKey = addressKey(path)
  return {
    ...{ locale, origin, slug, href },
    // Near the top, because `site explain` lists changes in this order and cuts long lists.
    isIndexable: isIndexable(route),
    source: source.kind === 'category' ? { kind: 'category', id: source.category.id } : source,
    ...{ memberId, page, list, nodeType: node?.nodeType, crumbs: node?.crumbs ?? [], canonical },
    alternates: alternatesOf(site, route),
    languages: languageLinks(site, route),
    marks: Object.fromEntries(
      site.menuGroups(locale).map((group) => [group, markKey(resolveSiteMenu(site, locale, group), pathKey, locale)]),
    ),
  }
}

/** The record that decides a part of a place, and its field, in the words of `site explain`. */
export function describePlace(path: string, { locale, slug }: Pick<Place, 'locale' | 'slug'>) {
  const node = `the sitemap node "${slug}" (${locale})`
  const [field = ''] = path.split(/[.[]/)
  if (field === 'slug' || field === 'href') return { record: node, field: 'slug' }
  if (field === 'alternates' || field === 'languages') return { record: 'the pages in other languages', field: path }
  if (field === 'list' || field === 'page') return { record: 'the number of pages of its list' }
  if (field === 'marks') {
    const record = `which entries of the menu "${path.slice('marks.'.length)}" point to it`
    return { record, was: undefined, is: undefined } // marks are not meant for people
  }
  if (field === 'isIndexable') return { record: 'whether it may be indexed, which "noindex" of its document decides,' }
  return { record: node, ...(path && { field: path }) }
}
