import { pathSegment } from '#content/client/call.ts'
import { localeGaps } from '#content/crawl/locale-gaps.ts'
import { SiteError } from '#content/finding.ts'
import { addressKey } from '#renderer/plan/address.ts'
import { localeAt } from '#renderer/site/across-locales.ts'
import type { AssembledSite } from './assemble-site.ts'

/** Why a page that should be at an address is not: its locale has no pages, or its document could not be read. */
export function missingPage(path: string, { site, unread, readErrors }: AssembledSite): SiteError | undefined {
  const { family, contents } = site
  const locale = localeAt(family, path.slice(1))
  const nodes = contents.get(locale)?.nodes ?? []
  const [gap] = nodes.length === 0 ? localeGaps(locale, { nodes, menus: undefined }) : []
  if (gap) return new SiteError({ ...gap, code: 'document-missing' })
  const key = addressKey(path)
  const lost = unread.find((route) => route.locale === locale && addressKey(route.path) === key)
  if (lost?.source.kind !== 'document') return undefined
  const url = `/${lost.source.collection}/${pathSegment(lost.source.key)}`
  const error = readErrors.find(({ where }) => where?.locale === locale && where.url === url)
  return error && new SiteError(error)
}
