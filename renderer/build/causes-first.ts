import type { Finding } from '#content/finding.ts'
import { addressKey } from '#renderer/plan/address.ts'
import type { Route } from '#renderer/plan/route.ts'

/** Pages of a built locale that could not be read or rendered, and their origin. */
export type FailedPages = { origin: string; routes: Pick<Route, 'locale' | 'slug' | 'path'>[] }

const consequences = new Set(['link-dead', 'menu-category', 'sitemap-unlisted', 'sitemap-unrendered'])
/** Matches the path of a list whose members have pages. Menu items, contact people and search results have none. */
const list = /^\/(?!menus$|contact_people$|search$)[^/]+$/

/**
 * Returns the warnings without those that only follow from errors:
 * - links to pages that failed, and entries of these pages in the list of the search endpoint;
 * - links, entries of that list and menu categories, when a list of pages or one of its members failed, or when a node
 *   has no valid address, because it is then unknown which pages are missing;
 * - a missing home or login page, when the nodes of its locale failed;
 * - a missing search list of a locale, when the service is down, the nodes cannot be read, or a file of the locale is
 *   broken;
 * - pages that the search list does not contain, when they are shown as they were last read.
 */
export function withoutConsequences(warnings: Finding[], errors: Finding[], failed: FailedPages): Finding[] {
  const isDown = errors.some(({ code }) => code === 'service-unreachable')
  const isListLost = errors.some(
    (error) => codesOfNodes.has(error.code) || (isOfReading(error) && list.test(error.where?.url ?? '')),
  )
  const nodeFaults = [...errors, ...warnings].filter((one) => isOfReading(one) && one.where?.url === '/sitemap_nodes')
  const unread = [...nodeFaults.filter(({ code }) => !codesOfShape.has(code)), ...errors.filter(isOfFile)]
  const [withoutHome, withoutList] = [nodeFaults, unread].map((all) => new Set(all.map(({ where }) => where?.locale)))
  const paths = new Set(failed.routes.map(({ path }) => addressKey(path)))
  const outdated = new Set(warnings.flatMap(({ code, where }) => (code === 'content-outdated' ? where?.path : [])))
  const slugs = new Set(failed.routes.map(({ locale, slug }) => `${locale} ${slug}`))
  return warnings.filter(({ code, where = {} }) => {
    if (code === 'listing-missing') return !isDown && !withoutList?.has(where.locale)
    if (code === 'home-missing' || code === 'login-missing') return !withoutHome?.has(where.locale)
    if (!consequences.has(code)) return true
    if (code === 'sitemap-unlisted') return !outdated.has(where.path)
    if (isListLost || code === 'menu-category') return !isListLost
    if (code === 'sitemap-unrendered') return !slugs.has(`${where.locale} ${where.path}`)
    const url = URL.parse(where.url ?? '', `${failed.origin}/`)
    return url?.origin !== failed.origin || !paths.has(addressKey(url.pathname))
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

/** Findings that mean that a node, or a member of its collection, gets no address. */
const codesOfNodes = new Set(['slug-invalid', 'node-incomplete', 'collection-unknown'])

const isOfFile = ({ code }: Finding): boolean => code === 'file-invalid'

/** For a list these findings mean that the list or a member cannot be used. For a document they concern only itself. */
const codesOfShape = new Set(['field-invalid', 'document-too-large'])

function isOfReading({ code, failure, where }: Finding): boolean {
  const isOfList = codesOfShape.has(code) && list.test(where?.url ?? '')
  return failure !== undefined || codesOfReading.has(code) || isOfList
}

/**
 * Puts read errors first, because other errors may follow from them. When the build gave up on the service, leaves out
 * the errors of lists that had run out of attempts before: the error about the service counts them.
 */
export function causesFirst(errors: Finding[]): Finding[] {
  const isDown = errors.some(({ code }) => code === 'service-unreachable')
  const isCounted = ({ code, failure, where }: Finding): boolean =>
    code === 'service-error' && (failure?.attempts ?? 1) > 1 && /^\/[^/]+$/.test(where?.url ?? '')
  const rank = (error: Finding): number => (error.code === 'service-unreachable' ? 0 : isOfReading(error) ? 1 : 2)
  return errors.filter((error) => !(isDown && isCounted(error))).toSorted((a, b) => rank(a) - rank(b))
}
