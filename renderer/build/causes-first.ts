import type { Finding, FindingCode, Where } from '#content/finding.ts'
import { addressKey } from '#renderer/plan/address.ts'
import type { Route } from '#renderer/plan/route.ts'

/** Pages of a built locale that could not be read or rendered, and their origin. */
export type FailedPages = { origin: string; routes: Pick<Route, 'locale' | 'slug' | 'path'>[] }

/** The service could not be read, or sent something that cannot be used at all. */
const codesOfReading = new Set<FindingCode>([
  'service-unreachable',
  'service-error',
  'service-refused',
  'document-missing',
  'file-invalid',
  'collection-paging',
])
/** A node, or a member of its collection, gets no address. */
const codesOfNodes = new Set<FindingCode>(['slug-invalid', 'node-incomplete', 'collection-unknown'])
/** In a list: it or one of its members cannot be used. In a document: only something in this document. */
const codesOfShape = new Set<FindingCode>(['field-invalid', 'document-too-large'])
const listsWithoutPages = new Set(['/menus', '/contact_people', '/search'])

const isOfDownService = ({ code }: Finding): boolean => code === 'service-unreachable'
/** Lists are read from addresses like `/posts`, documents from addresses like `/posts/7`. */
const isOfList = ({ where }: Finding): boolean => /^\/[^/]+$/.test(where?.url ?? '')
const isOfPageList = (finding: Finding): boolean =>
  isOfList(finding) && !listsWithoutPages.has(finding.where?.url ?? '')

function isOfReading(finding: Finding): boolean {
  const { code, failure } = finding
  return failure !== undefined || codesOfReading.has(code) || (codesOfShape.has(code) && isOfPageList(finding))
}

/** Returns the warnings without those that only follow from errors, or from a warning about the cause. */
export function withoutConsequences(warnings: Finding[], errors: Finding[], failed: FailedPages): Finding[] {
  const isDown = errors.some(isOfDownService)
  const areAddressesUnknown = errors.some(
    (error) => codesOfNodes.has(error.code) || (isOfReading(error) && isOfPageList(error)),
  )
  const ofNodes = [...errors, ...warnings].filter((one) => isOfReading(one) && one.where?.url === '/sitemap_nodes')
  const ofFiles = errors.filter(({ code }) => code === 'file-invalid')
  const withFaultyNodes = localesOf(ofNodes)
  const withUnreadContent = localesOf([...ofNodes.filter(({ code }) => !codesOfShape.has(code)), ...ofFiles])
  const outdated = new Set(warnings.flatMap(({ code, where }) => (code === 'content-outdated' ? where?.path : [])))
  const failedSlugs = new Set(failed.routes.map(({ locale, slug }) => `${locale} ${slug}`))
  const failedPaths = new Set(failed.routes.map(({ path }) => addressKey(path)))
  const leadsToFailed = (link = ''): boolean => {
    const url = URL.parse(link, `${failed.origin}/`)
    return url?.origin === failed.origin && failedPaths.has(addressKey(url.pathname))
  }

  /** Whether a warning about this place follows from something that is reported anyway. */
  const follows: { [code in FindingCode]?: (where: Where) => boolean } = {
    'link-dead': ({ url }) => areAddressesUnknown || leadsToFailed(url),
    'menu-category': () => areAddressesUnknown,
    'sitemap-unrendered': ({ locale, path }) => areAddressesUnknown || failedSlugs.has(`${locale} ${path}`),
    // a page that is shown as it was last read is not in today's list
    'sitemap-unlisted': ({ path }) => outdated.has(path),
    'home-missing': ({ locale }) => withFaultyNodes.has(locale),
    'login-missing': ({ locale }) => withFaultyNodes.has(locale),
    'listing-missing': ({ locale }) => isDown || withUnreadContent.has(locale),
  }
  return warnings.filter(({ code, where = {} }) => !follows[code]?.(where))
}

function localesOf(findings: Finding[]): Set<string | undefined> {
  return new Set(findings.map(({ where }) => where?.locale))
}

/**
 * Puts read errors first, because other errors may follow from them. When the build gave up on the service, leaves out
 * the errors of lists that had run out of attempts before: the error about the service counts them.
 */
export function causesFirst(errors: Finding[]): Finding[] {
  const isDown = errors.some(isOfDownService)
  const isCounted = (error: Finding): boolean =>
    error.code === 'service-error' && (error.failure?.attempts ?? 1) > 1 && isOfList(error)
  const rank = (error: Finding): number => (isOfDownService(error) ? 0 : isOfReading(error) ? 1 : 2)
  return errors.filter((error) => !(isDown && isCounted(error))).toSorted((a, b) => rank(a) - rank(b))
}
