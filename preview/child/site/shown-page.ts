import { SiteError } from '#content/finding.ts'
import { type DraftState, placeOf, routesOf, shownRoutesOf } from '#preview/child/draft/draft-state.ts'
import type { DraftPlace } from '#preview/child/draft/read-draft.ts'
import { plainPath } from '#publish/redirects/redirect-address.ts'
import { decodePath, readablePath } from '#publish/redirects/request-path.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { AssembledSite } from './assemble-site.ts'
import type { PreviewSite } from './preview-site.ts'

/** A page in a state of the site. Without `hasAddress`, the route exists only to show a draft. */
export type ShownPage = { assembled: AssembledSite; route: Route; hasAddress?: boolean }

/**
 * Returns what the address of a published page shows: the draft of its document if there is one, otherwise the page
 * itself.
 */
export async function shownPage(preview: PreviewSite, route: Route): Promise<ShownPage> {
  const place = placeOf(route)
  const state = place && (await openOrNothing(preview, place))
  if (!state) return { assembled: preview.published, route }
  const same = routesOf(place, state.assembled).find(({ href }) => href === route.href)
  return { ...state, route: same ?? (route.page > 1 ? pageAgain(state.assembled, route) : state.route) }
}

/**
 * Returns the page of an address that exists only because a draft moved there. Undefined if the draft is gone: another
 * page may be published at that address.
 */
export async function movedPage(preview: PreviewSite, pathname: string): Promise<DraftState | undefined> {
  const path = plainPath(pathname)
  const place = preview.movedTo(path)
  const state = place && (await openOrNothing(preview, place))
  const route = state && shownRoutesOf(place, state.assembled).find((one) => one.path.normalize('NFC') === path)
  return route && { ...state, route }
}

/** Returns the page at an address, or `undefined` if there is none. */
export async function pageAt(preview: PreviewSite, pathname: string): Promise<ShownPage | undefined> {
  const moved = await movedPage(preview, pathname)
  if (moved) return moved
  const { site } = preview.published
  const route = site.routeAt(site.family.origin, decodePath(pathname) ?? '')
  return route && shownPage(preview, route)
}

/** Opens the draft of a page. Undefined if the page is shown as it is published. */
async function openOrNothing(preview: PreviewSite, place: DraftPlace): Promise<DraftState | undefined> {
  try {
    return await preview.openPlace(place)
  } catch (error) {
    if (!isShownPublished(error, preview)) throw error
    if (preview.base.job.token !== undefined) reportRefusal(error)
    return undefined
  }
}

/**
 * Whether a page is shown as it is published because of this error: the service has no draft or refuses the token, or
 * there is no token, so that the site can be browsed without one. With a token, any other failure is shown as an error,
 * because a page that looks right would hide that the draft is missing from it.
 */
export function isShownPublished(error: unknown, { base }: PreviewSite): error is SiteError {
  if (!(error instanceof SiteError)) return false
  const { code, failure } = error.finding
  if (code === 'document-missing' || isRefusal(failure?.kind)) return true
  return base.job.token === undefined && !['field-invalid', 'file-invalid'].includes(code)
}

function isRefusal(kind: string | undefined): boolean {
  return kind === '401' || kind === '403'
}

let isRefusalReported = false

/** Reports once, if the service refuses the token, that pages are shown as they are published. */
function reportRefusal({ message, finding: { failure, hint } }: SiteError): void {
  if (isRefusalReported || !isRefusal(failure?.kind)) return
  isRefusalReported = true
  process.stderr.write(`Pages are shown without their drafts: ${message}\n${hint ? `${hint}\n` : ''}`)
}

/**
 * Returns the same page of a list in the site with the draft. If the list has become shorter, returns its first page.
 */
function pageAgain({ own }: AssembledSite, { href, pairing, locale, page }: Route) {
  const find = (wanted: string) => own.find((route) => route.locale === locale && route.pairing === wanted)
  const found = find(pairing) ?? find(pairing.replace(`/page/${page}`, ''))
  if (found) return found
  throw new SiteError({ code: 'document-missing', message: `The draft has no page "${readablePath(href)}".` })
}
