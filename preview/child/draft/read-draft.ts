import * as z from 'zod'
import { pathSegment } from '#content/client/call.ts'
import type { ContentClient } from '#content/client/client.ts'
import { type Documents, isPattern, type LocaleContent } from '#content/crawl/locale-content.ts'
import { orUndefined } from '#content/crawl/read-or-last-good.ts'
import { Findings, SiteError } from '#content/finding.ts'
import { type NodeType, productCategorySchema, type SitemapNode, sitemapNodeSchema } from '#content/schema.ts'
import { type MemberKind, memberKinds, type Target } from '#preview/messages.ts'
import type { Draft } from './overlay-draft.ts'
import { type DraftProblem, parseDraft } from './parse-draft.ts'

/** The collections whose members are previewed by id, and pages. */
export type DraftKind = Draft['kind']

/** A document of the content, as identified by a preview address. */
export type DraftPlace = { kind: DraftKind; id: string; locale: string }

/** A draft that was read: its place, the form that replaces what is published, and its faults. */
export type ReadDraft = {
  place: DraftPlace
  draft: Draft
  problems: DraftProblem[]
  /** A text that is equal for equal drafts. */
  fingerprint: string
}

export const rawSchema = z.record(z.string(), z.unknown())
const preview = { preview: 'true' }

/** Returns the target that names a document in addresses of the preview. */
export function targetOf({ kind, id, locale }: DraftPlace, nodeType: string): Target {
  return { nodeType, id, locale, ...(kind !== 'pages' && { of: kind }) }
}

/**
 * Returns every kind of document that a target can mean: the kind that it names, otherwise pages and the collections in
 * patterns of its node type.
 */
function kindsOf({ nodeType, of }: Target, { nodes }: LocaleContent): DraftKind[] {
  if (of) return [of]
  const patterns = nodes.filter((node) => node.nodeType === nodeType && isPattern(node))
  const collections = patterns.map(({ nodeReference }) => nodeReference).filter(isMemberKind)
  return [...new Set<DraftKind>(['pages', ...collections])]
}

function isMemberKind(name: string | undefined): name is MemberKind {
  return memberKinds.some((kind) => kind === name)
}

/**
 * Returns the published document that a target means: a page with a node of its type, otherwise a member of the
 * collections of `kindsOf`, otherwise any page with its id. Undefined if there is none.
 */
export function findPublished(target: Target, content: LocaleContent): DraftPlace | undefined {
  const { id, locale, of } = target
  const pages = of ? [] : content.nodes.filter((node) => node.nodeReference === id && !isPattern(node))
  const isOfType = pages.some(({ nodeType }) => nodeType === target.nodeType)
  const hasMember = (kind: DraftKind): boolean =>
    kind !== 'pages' && content.collections[kind].some((one) => one.id === id)
  const member = kindsOf(target, content).find(hasMember)
  const kind = isOfType ? 'pages' : (member ?? (pages.length > 0 ? 'pages' : undefined))
  return kind && { kind, id, locale }
}

/** Returns the type of the first node whose collection has a member with this id. */
function typeOfMember(id: string, { nodes, collections }: LocaleContent): NodeType | undefined {
  const hasMember = ({ nodeReference: kind }: SitemapNode): boolean =>
    isMemberKind(kind) && collections[kind].some((member) => member.id === id)
  return nodes.filter(isPattern).find(hasMember)?.nodeType
}

/**
 * Reads a draft with `preview=true`. For a page, also reads its nodes, because a draft may move it. Throws a
 * `SiteError`, with the code `document-missing` if the service has no such document.
 */
export async function readDraft(client: ContentClient, place: DraftPlace): Promise<ReadDraft> {
  const { kind, id, locale } = place
  if (kind === 'product_categories') return readCategory(client, place)
  const segment = pathSegment(id)
  if (segment === undefined) throw missing(place)
  const findings = new Findings()
  const [fetched, nodes] = await Promise.all([
    client.fetchDocument({ path: `/${kind}/${segment}`, locale, query: preview }, rawSchema, findings),
    kind === 'pages' ? readNodes(client, id, locale) : undefined,
  ])
  const [wrong] = findings.errors
  if (wrong) throw new SiteError(wrong)
  if (!fetched?.document) throw missing(place)
  const { document: raw } = fetched
  const { document, problems } = parseDraft(raw, kind)
  // the schema of the kind has parsed the document
  const draft = { kind, id, document, ...(nodes && { nodes }) } as Draft
  return { place, draft, problems, fingerprint: JSON.stringify([place, raw, nodes]) }
}

/** Reads the draft of a document that is not published. It is of the first kind for which the service has one. */
export async function readUnpublished(
  client: ContentClient,
  target: Target,
  content: LocaleContent,
): Promise<ReadDraft> {
  let failure: SiteError | undefined
  for (const kind of kindsOf(target, content)) {
    try {
      return await readDraft(client, { kind, id: target.id, locale: target.locale })
    } catch (error) {
      if (!(error instanceof SiteError) || error.finding.code !== 'document-missing') throw error
      failure ??= error
    }
  }
  const type = typeOfMember(target.id, content)
  if (!failure || !type) throw failure
  const hint = `A document of the type "${type}" has this id: pass --type ${type}, or use it in the address instead of "${target.nodeType}".`
  throw new SiteError({ ...failure.finding, hint })
}

/**
 * Returns the nodes of a page as they would be published. Undefined if the service has none, or does not preview them.
 */
async function readNodes(client: ContentClient, id: string, locale: string): Promise<SitemapNode[] | undefined> {
  const call = { path: '/sitemap_nodes', locale, query: preview }
  // without them, the published nodes determine the address of the page
  const nodes = await orUndefined(client.fetchCollection(call, sitemapNodeSchema, new Findings()))
  const own = (nodes ?? []).filter((node) => node.nodeReference === id && !isPattern(node))
  return own.length > 0 ? own : undefined
}

async function readCategory(client: ContentClient, place: DraftPlace): Promise<ReadDraft> {
  const { id, locale } = place
  const call = { path: '/product_categories', locale, query: preview, commerce: true }
  const all = await client.fetchCollection(call, productCategorySchema, new Findings())
  const document = all.find((one) => one.id === id)
  if (!document) throw missing(place)
  const draft: Draft = { kind: 'product_categories', id, document }
  return { place, draft, problems: [], fingerprint: JSON.stringify([place, document]) }
}

function missing({ kind, id, locale }: DraftPlace): SiteError {
  return new SiteError({
    code: 'document-missing',
    message: `The service has no ${kind}/${id} in "${locale}", neither published nor as a draft.`,
    where: { locale },
    hint: 'Check the id and the locale in the address.',
  })
}

/** Returns the published document of a place, as the crawl read it. */
export function publishedOf({ kind, id }: DraftPlace, content: LocaleContent): object | undefined {
  if (kind === 'product_categories') return content.collections.product_categories.find((one) => one.id === id)
  const key = keyOf(kind, id, content)
  return key === undefined ? undefined : content.documents[kind].get(key)
}

/** Returns the key of a document in `documents`: the id of a page, the slug of a member. */
export function keyOf(kind: keyof Documents, id: string, content: LocaleContent): string | undefined {
  return kind === 'pages' ? id : content.collections[kind].find((member) => member.id === id)?.slug
}
