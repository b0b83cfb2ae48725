import type { LocaleContent } from '#content/crawl/locale-content.ts'
import { SiteError } from '#content/finding.ts'
import { type NodeType, nodeTypes } from '#content/schema.ts'
import { type AssembledSite, assembleSite, type SiteBase } from '#preview/child/site/assemble-site.ts'
import type { SiteContent } from '#renderer/plan/plan-site.ts'
import type { Route } from '#renderer/plan/route.ts'
import { overlayDraft } from './overlay-draft.ts'
import { type DraftPlace, publishedOf, type ReadDraft } from './read-draft.ts'

/** A draft in its site: everything that is published, and this one document as it would be. */
export type DraftState = {
  place: DraftPlace
  read: ReadDraft
  /** The published site. */
  base: AssembledSite
  /** The site with the draft in it. It is `base` itself if the draft changes nothing. */
  assembled: AssembledSite
  /** The site once the draft is published. It differs from `assembled` if the draft has no address there. */
  publishing: AssembledSite
  route: Route
  /** Whether a node refers to the draft. If not, its route exists only here. */
  hasAddress: boolean
  /** The published version of the document, and its route. */
  published?: object | undefined
  publishedRoute?: Route | undefined
}

/** Returns the document that a route shows, or `undefined` for pages without a document. */
export function placeOf({ locale, source, memberId }: Route): DraftPlace | undefined {
  if (source.kind === 'category') return { kind: 'product_categories', id: source.category.id, locale }
  if (source.kind !== 'document') return undefined
  const id = source.collection === 'pages' ? source.key : memberId
  return id === undefined ? undefined : { kind: source.collection, id, locale }
}

type StateParts = {
  base: SiteBase
  content: SiteContent
  published: AssembledSite
  read: ReadDraft
  nodeType: string | undefined
}

/** Puts a draft into the site. Throws a `SiteError` if the draft cannot have an address. */
export async function makeState({ base, content, published, read, nodeType }: StateParts): Promise<DraftState> {
  const { place } = read
  const locale = content.contents.get(place.locale)
  if (!locale) throw new Error(`There is no content of the locale "${place.locale}".`)
  const before = publishedOf(place, locale)
  const publishedRoute = routesOf(place, published).at(0)
  const overlaid = overlayDraft(locale, read.draft)
  const isSame =
    JSON.stringify(overlaid.nodes) === JSON.stringify(locale.nodes) &&
    JSON.stringify(before) === JSON.stringify(read.draft.document)
  const common = { place, read, base: published, published: before, publishedRoute }
  if (isSame && publishedRoute) {
    return { ...common, assembled: published, publishing: published, route: publishedRoute, hasAddress: true }
  }
  const assemble = (localeContent: typeof locale) =>
    assembleSite(base, { ...content, contents: new Map(content.contents).set(place.locale, localeContent) })
  const publishing = await assemble(overlaid)
  const [route] = shownRoutesOf(place, publishing)
  if (route) return { ...common, assembled: publishing, publishing, route, hasAddress: true }
  const alone = await assemble(withAddress(overlaid, place, nodeType))
  const [invented] = shownRoutesOf(place, alone)
  if (!invented) throw notShown(place, alone)
  return { ...common, assembled: alone, publishing, route: invented, hasAddress: false }
}

/** Returns the routes of a document. */
export function routesOf(place: DraftPlace, { own }: Pick<AssembledSite, 'own'>): Route[] {
  return own.filter((route) => {
    if (route.locale !== place.locale) return false
    const shown = placeOf(route)
    return shown?.kind === place.kind && shown.id === place.id
  })
}

/** Returns the routes where this document is really shown, and not another one that claims the same address. */
export function shownRoutesOf(place: DraftPlace, state: AssembledSite): Route[] {
  return routesOf(place, state).filter((route) => sourceOf(state.site.routeOf(route.file)) === sourceOf(route))
}

/** Returns a text that is equal for routes of the same document. Members with equal slugs share a document. */
function sourceOf(route: Route | undefined): string {
  const { source } = route ?? {}
  if (source?.kind === 'document') return `${source.collection}/${source.key}`
  return source?.kind === 'category' ? `category ${source.category.id}` : ''
}

function notShown({ kind, id, locale }: DraftPlace, { findings }: AssembledSite): SiteError {
  const reasons = findings.errors.map(({ message }) => message).join(' ')
  return new SiteError({
    code: 'slug-invalid',
    message: `The draft ${kind}/${id} (${locale}) cannot have an address. ${reasons}`.trim(),
    hint: 'Correct the slug of the draft at the service.',
  })
}

/**
 * Adds a node for a draft that no node refers to, so that it can be shown. The slug of that node is not an address of
 * the site. Pure.
 */
function withAddress(content: LocaleContent, place: DraftPlace, wanted: string | undefined): LocaleContent {
  const nodeType: NodeType = nodeTypes.find((name) => name === wanted) ?? 'article'
  const slug = `/draft-of-${place.kind.replace('_', '-')}`
  const node =
    place.kind === 'pages' ? { slug, nodeReference: place.id } : { slug: `${slug}/:slug`, nodeReference: place.kind }
  return {
    ...content,
    nodes: [...content.nodes, { nodeType, action: 'show', crumbs: [], updatedAt: undefined, ...node }],
  }
}
