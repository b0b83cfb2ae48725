import { pathSegment } from '#content/client/call.ts'
import { localeGaps } from '#content/crawl/locale-gaps.ts'
import { SiteError } from '#content/finding.ts'
import { addressKey } from '#renderer/plan/address.ts'
import { localeAt } from '#renderer/site/across-locales.ts'
import type { AssembledSite } from './assemble-site.ts'

/** Why a page that should be at an address is not: its document or the nodes could not be read, or its locale has no pages. */
export function missingPage(path: string, { site, unread, readErrors }: AssembledSite): SiteError | undefined {
  const { family, contents } = site
  const locale = localeAt(family, path.slice(1))
  const key = addressKey(path)
  const { source } = unread.find((route) => route.locale === locale && addressKey(route.path) === key) ?? {}
  const url = source?.kind === 'document' ? `/${source.collection}/${pathSegment(source.key)}` : '/sitemap_nodes'
  const error = readErrors.find(({ where }) => where?.locale === locale && where.url === url)
  if (error) return new SiteError(error)
  const nodes = contents.get(locale)?.nodes ?? []
  const [gap] = nodes.length === 0 ? localeGaps(locale, { nodes, menus: undefined }) : []
  return gap && new SiteError({ ...gap, code: 'document-missing' })
}
