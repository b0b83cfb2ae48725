import { pathSegment } from '#content/client/call.ts'
import { localeGaps } from '#content/crawl/locale-gaps.ts'
import { type Finding, SiteError } from '#content/finding.ts'
import type { Answer } from '#preview/messages.ts'
import { locationOf } from '#publish/redirects/redirect-address.ts'
import { decodePath, withoutFinalSlash } from '#publish/redirects/request-path.ts'
import { isShellAddress } from '#publish/redirects/shell-pattern.ts'
import { addressKey, localeAt } from '#renderer/plan/address.ts'
import type { Route } from '#renderer/plan/route.ts'
import { fileAnswer, htmlAnswer, pageAnswer, redirectAnswer } from './answers.ts'
import { errorAnswer } from './error-answer.ts'
import type { AssembledSite } from './site/assemble-site.ts'

type AddressParts = {
  assembled: AssembledSite
  /** Why documents and lists could not be read. */
  readErrors: readonly Finding[]
  renderPage: (route: Route) => Promise<Answer>
  /** Returns a file by its path in the export, or `undefined` if it does not exist. */
  file: (path: string) => Promise<Uint8Array | undefined>
}

/**
 * Answers an address of the site, with its query, as a good static host does: pages without a redirect, redirects in
 * one hop, shells of the restricted area, files, and the 404 page of the nearest locale with status 404.
 */
export async function answerAddress(address: string, parts: AddressParts): Promise<Answer> {
  const { assembled, renderPage, file } = parts
  const { site, moved } = assembled
  const [pathname = '/'] = address.split('?', 1)
  const search = address.slice(pathname.length)
  const decoded = decodePath(pathname)
  if (decoded === undefined) return notFound('/', parts, 404)
  const bare = withoutFinalSlash(decoded).normalize('NFC')
  const exact = withoutFinalSlash(pathname)
  const show = async (page: Route): Promise<Answer> =>
    pathname === exact ? renderPage(page) : redirectAnswer(`${exact}${search}`, 301)
  const route = site.routeAt(site.family.origin, decoded)
  if (route && addressKey(route.path) === addressKey(decoded)) {
    if (route.source.kind === 'error') return renderPage(route)
    if (pathname !== exact || route.path.normalize('NFC') === bare) return show(route)
  }
  if (moved.gone.includes(bare)) return notFound(decoded, parts, 410)
  const target = moved.redirects.find(({ from }) => from === bare)
  if (target) return redirectAnswer(locationOf(target.to, search), 301)
  const bytes = await file(decoded.slice(1))
  if (bytes) return fileAnswer(decoded.slice(1), bytes)
  const shell = assembled.own.find(({ source }) => source.kind === 'restricted' && isShellAddress(decoded, source))
  return shell ? show(shell) : notFound(decoded, parts, 404)
}

async function notFound(path: string, { assembled, readErrors }: AddressParts, status: 404 | 410): Promise<Answer> {
  const missing = status === 404 ? missingPage(path, assembled, readErrors) : undefined
  if (missing) return errorAnswer(missing)
  const pages = assembled.own
    .filter(({ source }) => source.kind === 'error' && source.status === 404)
    .sort((a, b) => b.path.length - a.path.length)
  const nearest = pages.find((page) => `${path}/`.startsWith(page.path.slice(0, -'404.html'.length)))
  return nearest ? pageAnswer({ assembled, route: nearest }, status) : htmlAnswer('Not found\n', status)
}

/**
 * Returns why a page that should be at an address is missing: its document or the nodes could not be read, or its
 * locale has no pages.
 */
function missingPage(
  path: string,
  { site, unread }: AssembledSite,
  readErrors: AddressParts['readErrors'],
): SiteError | undefined {
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
