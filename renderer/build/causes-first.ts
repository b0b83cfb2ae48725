import type { Finding } from '#content/finding.ts'
import { addressKey } from '#renderer/plan/address.ts'
import type { Route } from '#renderer/plan/route.ts'

/** Pages of a built locale whose document could not be read, and the origin they are at. */
export type LostPages = { origin: string; routes: readonly Pick<Route, 'locale' | 'slug' | 'path'>[] }

const consequences = new Set(['link-dead', 'menu-category', 'sitemap-unlisted', 'sitemap-unrendered'])
const list = /^\/[^/]+$/

/**
 * Warnings without what only follows from reads that failed: links to their pages, and their entries in lists of the service. Where a
 * whole list failed nobody knows which pages are missing, and no dead link is told; where the service is down, or a file of the
 * locale is broken, no list that is missing. A page that is shown as it was read before is in no list either.
 */
export function withoutConsequences(warnings: Finding[], errors: Finding[], lost: LostPages): Finding[] {
  const isDown = errors.some(({ code }) => code === 'service-unreachable')
  const isListLost = errors.some((error) => isOfReading(error) && list.test(error.where?.url ?? ''))
  const broken = new Set(errors.flatMap(({ code, where }) => (code === 'file-invalid' ? where?.locale : [])))
  const paths = new Set(lost.routes.map(({ path }) => addressKey(path)))
  const outdated = new Set(warnings.flatMap(({ code, where }) => (code === 'content-outdated' ? where?.path : [])))
  const slugs = new Set(lost.routes.map(({ locale, slug }) => `${locale} ${slug}`))
  return warnings.filter(({ code, where = {} }) => {
    if (code === 'listing-missing') return !isDown && !broken.has(where.locale)
    if (!consequences.has(code)) return true
    if (code === 'sitemap-unlisted') return !outdated.has(where.path)
    if (isListLost || code === 'menu-category') return !isListLost
    if (code === 'sitemap-unrendered') return !slugs.has(`${where.locale} ${where.path}`)
    const url = URL.parse(where.url ?? '', `${lost.origin}/`)
    return url?.origin !== lost.origin || !paths.has(addressKey(url.pathname))
  })
}

const codesOfReading = new Set([
  'service-unreachable',
  'service-error',
  'service-refused',
  'document-missing',
  'file-invalid',
  'collection-paging',
])

function isOfReading({ code, failure }: Finding): boolean {
  return failure !== undefined || codesOfReading.has(code)
}

/** What could not be read before all else that is wrong, because that may follow from it. */
export function causesFirst(errors: Finding[]): Finding[] {
  const rank = (error: Finding): number => (error.code === 'service-unreachable' ? 0 : isOfReading(error) ? 1 : 2)
  return errors.toSorted((a, b) => rank(a) - rank(b))
}
