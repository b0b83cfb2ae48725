import {
  type Collections,
  type DocumentCollection,
  documentCollections,
  isPattern,
  type LocaleContent,
} from '#content/crawl/locale-content.ts'
import type { Findings } from '#content/finding.ts'
import type { SitemapNode } from '#content/schema.ts'
import { shownAddress } from '#content/wording/shown-address.ts'
import { withoutFinalSlash } from '#publish/redirects/request-path.ts'
import { type Family, familyOf, type Settings } from '#renderer/settings.ts'
import { addressKey, fileOf, hrefOf, localePath, pageOfList, printable, slugProblem } from './address.ts'
import { reportConflicts } from './address-claims.ts'
import { errorRoutes, rootNotFound } from './error-routes.ts'
import { nameOriginals } from './name-originals.ts'
import type { ReportFinding, Route, RouteSource } from './route.ts'

export type PlanOptions = {
  contents: Map<string, LocaleContent>
  settings: Settings
  findings: Findings
  /**
   * The family that is built; all if it is missing. Pages of other families are only
   * linked to, so their faults are warnings.
   */
  built?: Family
}

/**
 * Resolves every node of every locale to its routes. Placeholders are filled from their collection,
 * lists are split into pages, and error pages are added. Bad slugs, incomplete nodes and addresses
 * claimed twice become errors in `findings`. Pure.
 */
export function planRoutes({ contents, settings, findings, built }: PlanOptions): Route[] {
  const reporterOf =
    (origin: string): ReportFinding =>
    (finding) =>
      findings[!built || built.origin === origin ? 'error' : 'warn'](finding)
  const ofLocale = (content: LocaleContent): Route[] => {
    if (content.nodes.length === 0) return []
    const family = familyOf(content.locale, settings)
    if (!family) throw new Error(`The locale "${content.locale}" belongs to no domain family.`)
    const context = { content, family, settings, report: reporterOf(family.origin) }
    const planned = content.nodes.flatMap((node) => planNode(node, context))
    const kept = moveShadowedShells(nameOriginals(planned, { family, findings }), context)
    return [...kept, ...errorRoutes(content.locale, family)]
  }
  const routes = [...contents.values()].flatMap(ofLocale)
  routes.push(...settings.families.flatMap((family) => rootNotFound(routes, family)))
  reportConflicts(routes, settings, reporterOf)
  return routes
}

type NodeContext = { content: LocaleContent; family: Family; settings: Settings; report: ReportFinding }

function planNode(node: SitemapNode, context: NodeContext): Route[] {
  if (!isPattern(node)) return planPage(node, context)
  const unfilled = unfilledIn(placeholderParent(node.slug))
  if (unfilled !== undefined) {
    reportSlug(node, context, { slug: node.slug, problem: unfilled }) // once for the node, instead of for each member
    return []
  }
  if (node.nodeReference === 'hidden_pages') return planRestricted(node, context)
  if (node.nodeReference === 'product_categories') return planCategories(node, context)
  if (isDocumentCollection(node.nodeReference)) return planMembers(node, node.nodeReference, context)
  const known = [...documentCollections, 'product_categories', 'hidden_pages'].join(', ')
  reportNode(node, context, 'collection-unknown', {
    message: `names the collection "${node.nodeReference ?? ''}", which does not exist.`,
    hint: `The placeholder in a slug is filled from one of these collections: ${known}.`,
  })
  return []
}

function planPage(node: SitemapNode, context: NodeContext): Route[] {
  if (!node.nodeReference) {
    reportNode(node, context, 'node-incomplete', {
      message: 'has no nodeReference, so it has no page.',
      hint: 'Give the node the id of its page.',
    })
    return []
  }
  const source = { kind: 'document', collection: 'pages', key: node.nodeReference } as const
  const first = makeRoute(node, { slug: node.slug, source }, context)
  const perPage = first[0]?.facts?.postsPerPage
  const pages = perPage === undefined ? 1 : Math.ceil(context.content.collections.posts.length / perPage)
  if (pages < 2) return first
  return first.flatMap((route) => {
    const paged = { ...route, list: { first: route.href, pages } }
    const further = Array.from({ length: pages - 1 }, (_, index) => pageOf(paged, index + 2, context))
    return [paged, ...further]
  })
}

/** The route of page `page` of a paged list. */
function pageOf(route: Route, page: number, context: NodeContext): Route {
  const address = addressOf(pageOfList(route.slug, page), context)
  return { ...route, ...address, page, pairing: `${route.pairing}/page/${page}` }
}

function planMembers(node: SitemapNode, collection: DocumentCollection, context: NodeContext): Route[] {
  const members: Collections[DocumentCollection] = context.content.collections[collection]
  return members.flatMap(({ id, slug: key }) => {
    const slug = fillPlaceholder(node.slug, key)
    return makeRoute(node, { slug, source: { kind: 'document', collection, key }, memberId: id }, context)
  })
}

function planCategories(node: SitemapNode, context: NodeContext): Route[] {
  return context.content.collections.product_categories.flatMap((category) => {
    const slug = fillPlaceholder(node.slug, category.path)
    return makeRoute(node, { slug, source: { kind: 'category', category }, memberId: category.id }, context)
  })
}

/**
 * The service does not list hidden pages, so a single shell answers all addresses of the pattern. Its address is the
 * parent of the placeholder.
 */
function planRestricted(node: SitemapNode, context: NodeContext): Route[] {
  const slug = placeholderParent(node.slug)
  const [, , after = ''] = lastPlaceholder.exec(node.slug) ?? []
  const parent = localePath(slug, context.content.locale, context.family.defaultLocale)
  const pattern = { prefix: parent === '/' ? '/' : `${parent}/`, suffix: after === '/' ? '' : withoutFinalSlash(after) }
  return makeRoute(node, { slug, source: { kind: 'restricted', ...pattern } }, context)
}

/** Moves a shell to `_` below its address if a page has this address. */
function moveShadowedShells(planned: Route[], context: NodeContext): Route[] {
  const isShell = ({ source }: Route): boolean => source.kind === 'restricted'
  const pages = new Set(planned.filter((route) => !isShell(route)).map(({ path }) => addressKey(path)))
  return planned.map((route) => {
    if (!isShell(route) || !pages.has(addressKey(route.path))) return route
    return { ...route, ...addressOf(`${route.slug === '/' ? '' : route.slug}/_`, context) }
  })
}

/** `memberId` is the id of the member or category that fills the placeholder of the node's slug. */
type Wanted = { slug: string; source: RouteSource; memberId?: string }

/** The route of a node's page, in a list. Empty if its slug cannot be an address, which is reported. */
function makeRoute(node: SitemapNode, { slug, source, memberId }: Wanted, context: NodeContext): Route[] {
  const { content, family, settings } = context
  const problem = unfilledIn(slug) ?? slugProblem(slug, settings.pageFiles)
  if (problem !== undefined) {
    const name = memberId === undefined ? '' : ` for the member "${memberId}" of ${node.nodeReference}`
    reportSlug(node, context, { slug, name, problem })
    return []
  }
  const pairing = [node.nodeType, node.action, node.nodeReference, memberId ?? []].flat().join('/')
  const { locale } = content
  const address = addressOf(withoutFinalSlash(slug), context)
  const notes = source.kind === 'document' ? content.notes.get(`${source.collection}/${source.key}`) : undefined
  return [{ locale, origin: family.origin, ...address, node, source, page: 1, pairing, memberId, facts: notes?.facts }]
}

/** Describes the problem of a slug that still has a placeholder. */
function unfilledIn(slug: string): string | undefined {
  const [unfilled] = /\/:[^/]+/.exec(slug) ?? []
  return unfilled && `nothing fills its placeholder "${unfilled.slice(1)}"`
}

type WrongSlug = { slug: string; name?: string; problem: string }

function reportSlug(node: SitemapNode, context: NodeContext, { slug, name = '', problem }: WrongSlug): void {
  reportNode(node, context, 'slug-invalid', {
    message: `has the slug "${shownAddress(printable(slug))}"${name}, which cannot be an address: ${problem}.`,
    hint: 'Correct the slug at the service.',
  })
}

function addressOf(slug: string, { content: { locale }, family, settings }: NodeContext) {
  const path = localePath(slug, locale, family.defaultLocale)
  return { slug, path, href: hrefOf(path), file: fileOf(path, settings.pageFiles) }
}

/** Matches the last placeholder of a slug, and captures the text before and after it. */
const lastPlaceholder = /^(.*)\/:[^/]+(.*)$/s

/** Replaces the last placeholder with a value. An empty value leaves an empty segment, which `slugProblem` refuses. */
function fillPlaceholder(slug: string, value: string): string {
  const filled = value.replaceAll(/^\/|\/$/g, '') || '/'
  return slug.replace(lastPlaceholder, (_, before: string, after: string) => `${before}/${filled}${after}`)
}

/** The slug above the last placeholder: `/blog` for `/blog/:slug`. */
export function placeholderParent(slug: string): string {
  return slug.replace(lastPlaceholder, '$1') || '/'
}

function isDocumentCollection(name: string | undefined): name is DocumentCollection {
  return (documentCollections as readonly string[]).includes(name ?? '')
}

function reportNode(
  node: SitemapNode,
  { content, report }: NodeContext,
  code: 'collection-unknown' | 'node-incomplete' | 'slug-invalid',
  text: { message: string; hint: string },
): void {
  report({
    code,
    message: `The node "${shownAddress(printable(node.slug))}" (${content.locale}, ${node.nodeType}/${node.action}) ${text.message}`,
    where: { locale: content.locale, node: printable(node.slug) },
    hint: text.hint,
  })
}
