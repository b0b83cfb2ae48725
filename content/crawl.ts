import pLimit from 'p-limit'
import type { z } from 'zod'
import { type Call, nameOf, pathSegment } from './call.ts'
import type { ContentClient, DocumentHints, FetchedDocument, SentBody } from './client.ts'
import { type DocumentDates, datesOfMembers, datesOfPages } from './document-dates.ts'
import { type DocumentNotes, noteDocument, type UnknownBlock } from './document-notes.ts'
import { type Findings, SiteError } from './finding.ts'
import { type CollectionName, collectionsOfNodes } from './needed-collections.ts'
import { parseDocument } from './parse-document.ts'
import { parseJson } from './parse-json.ts'
import { quoteValue } from './quote-value.ts'
import {
  type AnyBlock,
  type Block,
  type ContactPerson,
  documentSchemas,
  type JobOffer,
  type JobOfferSummary,
  type MenuItem,
  memberSchemas,
  menuItemSchema,
  type Page,
  type Post,
  type PostSummary,
  type ProductCategory,
  type Service,
  type ServiceSummary,
  type SitemapNode,
  sitemapNodeSchema,
} from './schema.ts'
import { shownMenuItems } from './shown-menu-items.ts'

/** Collections of a locale. One that nothing needs is not read and stays empty. */
export type Collections = {
  posts: PostSummary[]
  services: ServiceSummary[]
  job_offers: JobOfferSummary[]
  contact_people: ContactPerson[]
  product_categories: ProductCategory[]
}

/** Collections whose members have a document of their own at `/{collection}/{slug}`. */
export const documentCollections = ['posts', 'services', 'job_offers'] as const
export type DocumentCollection = (typeof documentCollections)[number]

/** A document with the blocks of unknown type left out. */
export type Document<T extends { blocks: AnyBlock[] }> = Omit<T, 'blocks'> & { blocks: Block[] }
export type Documents = {
  pages: Map<string, Document<Page>>
  posts: Map<string, Document<Post>>
  services: Map<string, Document<Service>>
  job_offers: Map<string, Document<JobOffer>>
}

/** By the kind of a document and the checksum of what the service sent (`notesKey`). */
export type KnownNotes = ReadonlyMap<string, DocumentNotes>

export function notesKey(kind: keyof Documents, hash: string): string {
  return `${kind}/${hash}`
}

/** A document of one kind. */
export type DocumentOf<K extends keyof Documents> = Documents[K] extends Map<string, infer D> ? D : never
export type AnyDocument = { [K in keyof Documents]: DocumentOf<K> }[keyof Documents]

/** All the service says of one locale. `documents` is keyed by page id, or by the slug of a member. */
export type LocaleContent = {
  locale: string
  /** The items that pages show, each with its group. */
  menus: MenuItem[]
  nodes: SitemapNode[]
  collections: Collections
  /** Empty where documents are not held. */
  documents: Documents
  /** What is kept of every document, keyed `pages/12`, `posts/my-slug`. */
  notes: Map<string, DocumentNotes>
  /** SHA-256 (hexadecimal) of every document as the service sent it, keyed as `notes`. */
  digests: Map<string, string>
}

export type CrawlOptions = {
  client: ContentClient
  /** Locales to read whole. */
  locales: string[]
  /** Locales of other domain families: nodes and collections only, to link to their pages; what is wrong there is a warning. */
  linkedLocales?: string[]
  findings: Findings
  /** An unknown block is an error and not a warning. */
  strict?: boolean
  /** `false`: only notes of documents are kept, so that memory does not grow with them. */
  holdsDocuments?: boolean
  /** Notes of documents by `notesKey`; a document that the service sends alike is not parsed again. */
  known?: Promise<KnownNotes>
  /** A page or post whose node or summary gives the `updatedAt` of the last crawl is not asked for again. */
  trustUpdatedAt?: boolean
  onProgress?: (done: number, total: number) => void
}

const callsOfCollections: Partial<Record<CollectionName, Partial<Call>>> = {
  posts: { query: { page: '1' } },
  product_categories: { commerce: true },
}

/**
 * Reads every locale: menus, nodes, the collections that nodes and blocks need, and each document once.
 * What fails alone (a document, a collection) becomes an error in `findings` and the rest goes on; a service that cannot
 * be read at all throws a `SiteError`.
 */
export async function crawl(options: CrawlOptions): Promise<Map<string, LocaleContent>> {
  const progress = { done: 0, total: 0 }
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    progress.total += 1
    const result = await work()
    progress.done += 1
    options.onProgress?.(progress.done, progress.total)
    return result
  }
  const linked = options.linkedLocales ?? []
  const findings = options.findings.asWarnings()
  const contents = await Promise.all([
    ...options.locales.map((locale) => crawlLocale(locale, { ...options, counted, withDocuments: true })),
    ...linked.map((locale) => crawlLocale(locale, { ...options, findings, counted, withDocuments: false })),
  ])
  return new Map(contents.map((content) => [content.locale, content]))
}

type LocaleCrawl = CrawlOptions & { counted: <T>(work: () => Promise<T>) => Promise<T>; withDocuments: boolean }

async function crawlLocale(locale: string, job: LocaleCrawl): Promise<LocaleContent> {
  const { findings, counted } = job
  const content: LocaleContent = {
    locale,
    menus: [],
    nodes: [],
    collections: { posts: [], services: [], job_offers: [], contact_people: [], product_categories: [] },
    documents: { pages: new Map(), posts: new Map(), services: new Map(), job_offers: new Map() },
    notes: new Map(),
    digests: new Map(),
  }
  const whole = (name: 'nodes' | 'menus') => counted(() => orReport(fetchList(name, locale, job), findings))
  const [nodes, menus] = await Promise.all([whole('nodes'), job.withDocuments ? whole('menus') : undefined])
  if (nodes?.length === 0) warnOfEmpty('locale-empty', locale, findings)
  else if (menus?.length === 0) warnOfEmpty('menu-empty', locale, findings)
  content.nodes = (nodes ?? []) as SitemapNode[] // parsed by the schema of that name
  content.menus = (menus ?? []) as MenuItem[]

  const needed = collectionsOfNodes(content.nodes.filter(isPattern), content.menus)
  await readCollections(content, needed, job)
  if (!job.withDocuments) return content
  await readDocuments(content, job)
  const further = listedCollections(content).filter((name) => !needed.includes(name))
  await readCollections(content, further, job)
  return content
}

const emptiness = {
  'locale-empty': {
    what: 'has no sitemap nodes; it gets no pages, and nothing links to it',
    hint: 'Publish nodes in this locale, or take it out of the domain family in the settings.',
  },
  'menu-empty': {
    what: 'has no menus; header and footer stay without navigation',
    hint: 'Publish menus in this locale at the service.',
  },
}

function warnOfEmpty(code: keyof typeof emptiness, locale: string, findings: Findings): void {
  const { what, hint } = emptiness[code]
  findings.warn({ code, message: `The locale "${locale}" ${what}.`, where: { locale }, hint })
}

/** A list of a locale as the crawl reads it. Throws as the client does. */
export async function fetchList(
  name: CollectionName | 'nodes' | 'menus',
  locale: string,
  { client, findings }: Pick<CrawlOptions, 'client' | 'findings'>,
): Promise<unknown[]> {
  if (name === 'nodes') return client.fetchCollection({ path: '/sitemap_nodes', locale }, sitemapNodeSchema, findings)
  if (name === 'menus') {
    const items = await client.fetchCollection({ path: '/menus', locale }, menuItemSchema, findings)
    return shownMenuItems(items, locale, findings)
  }
  const call: Call = { path: `/${name}`, locale, ...callsOfCollections[name] }
  return client.fetchCollection<z.ZodType>(call, memberSchemas[name], findings)
}

async function readCollections(content: LocaleContent, names: CollectionName[], job: LocaleCrawl): Promise<void> {
  const read = async <N extends CollectionName>(name: N): Promise<void> => {
    const members = fetchList(name, content.locale, job)
    content.collections[name] = ((await job.counted(() => orReport(members, job.findings))) ?? []) as Collections[N]
  }
  await Promise.all(names.map(read))
}

/** More than the client asks for at once, and not all of a large site. */
const documentsUnderWay = 100

async function readDocuments(content: LocaleContent, job: LocaleCrawl): Promise<void> {
  const referenced = new Set(content.nodes.map((node) => node.nodeReference))
  const known = await job.known
  const read = async <K extends keyof Documents>(kind: K, key: string, updatedAt?: string): Promise<void> => {
    const { locale } = content
    if (pathSegment(key) === undefined) return reportUnaskable(kind, key, locale, job.findings)
    const wanted = { kind, key, locale, updatedAt, trustUpdatedAt: job.trustUpdatedAt }
    const found = await job.counted(() => orReport(readDocument(wanted, job, known), job.findings))
    if (!found) return
    keepNotes(content, { kind, key, ...found })
    reportUnknownBlocks(found.notes, callOf(wanted), job)
    if (job.holdsDocuments ?? true) content.documents[kind].set(key, found.document as never)
  }
  const limit = pLimit(documentsUnderWay)
  const readAll = (kind: keyof Documents, dates: DocumentDates) =>
    [...dates].map(([key, updatedAt]) => limit(read, kind, key, updatedAt))
  await Promise.all([
    ...readAll('pages', datesOfPages(content.nodes.filter((node) => !isPattern(node)))),
    ...documentCollections.flatMap((kind) =>
      referenced.has(kind) ? readAll(kind, datesOfMembers(content.collections[kind])) : [],
    ),
  ])
}

type WantedDocument = { kind: keyof Documents; key: string; locale: string } & DocumentHints
export type DocumentReading = Pick<CrawlOptions, 'client' | 'findings' | 'strict'>

type ReadDocument = { hash: string; notes: DocumentNotes; document?: AnyDocument }

/** A document that is known by its checksum comes without itself; nothing for one of a wrong shape, which is reported. */
async function readDocument(
  wanted: WantedDocument,
  { client, findings }: DocumentReading,
  known: KnownNotes = new Map(),
): Promise<ReadDocument | undefined> {
  const { kind, key: _, locale: __, ...hints } = wanted
  const isKnown = (hash: string): boolean => known.has(notesKey(kind, hash))
  const call = { ...callOf(wanted), ...hints, isKnown }
  const found = await client.fetchDocument(call, documentSchemas[kind], findings)
  if (!found) return undefined
  const { hash } = found
  const notes = known.get(notesKey(kind, hash))
  if (found.isKnown && notes) return { hash, notes }
  const { document, unknown } = withKnownBlocks(found.document as AnyBlocks)
  return { hash, document, notes: { ...noteDocument(kind, document), ...(unknown.length > 0 && { unknown }) } }
}

/** One document, as the crawl reads it; nothing for one of a wrong shape, which is reported. Throws as the client does. */
export async function fetchDocument(
  wanted: WantedDocument,
  reading: DocumentReading,
): Promise<FetchedDocument<AnyDocument> | undefined> {
  const found = await readDocument(wanted, reading)
  if (!found?.document) return undefined
  reportUnknownBlocks(found.notes, callOf(wanted), reading)
  return { document: found.document, hash: found.hash }
}

function callOf({ kind, key, locale }: WantedDocument): Call {
  return { path: `/${kind}/${pathSegment(key)}`, locale }
}

/** A document as the service sends it now. Throws as the client does. */
export function fetchBody(wanted: WantedDocument, client: ContentClient): Promise<SentBody> {
  return client.fetchBody(callOf(wanted))
}

/** A document of which the service sent these bytes, as the crawl reads it; nothing for one of a wrong shape. */
export function parseKeptDocument(kind: keyof Documents, body: Buffer): AnyDocument | undefined {
  const document = parseDocument(parseJson(body), documentSchemas[kind], () => {})
  return document && withKnownBlocks(document).document
}

type AnyBlocks = { blocks: AnyBlock[] }

function withKnownBlocks(whole: AnyBlocks): { document: AnyDocument; unknown: UnknownBlock[] } {
  const blocks = whole.blocks.filter((block) => block.type !== 'unknown')
  const unknown = whole.blocks.flatMap((block, index) =>
    block.type === 'unknown' ? [{ index, name: String(block.name) }] : [],
  )
  return { document: { ...whole, blocks } as AnyDocument, unknown } // of the schema of its kind
}

function reportUnknownBlocks(
  { unknown = [] }: DocumentNotes,
  call: Call,
  { findings, strict }: Pick<DocumentReading, 'findings' | 'strict'>,
): void {
  for (const { index, name } of unknown) {
    findings[strict ? 'error' : 'warn']({
      code: 'block-unknown',
      message: `${nameOf(call)} holds a block of the unknown type ${quoteValue(name)}; it is left out.`,
      where: { locale: call.locale, url: call.path, field: `blocks[${index}]` },
      hint: 'Correct the type at the service, or add a component for it to blocks/registry.tsx.',
    })
  }
}

function reportUnaskable(kind: keyof Documents, key: string, locale: string, findings: Findings): void {
  findings.error({
    code: 'slug-invalid',
    message: `The service (${locale}) names ${quoteValue(key)} in ${kind}, which cannot be asked for: it is no part of an address.`,
    where: { locale, document: `/${kind}` },
    hint: 'Correct this id or slug at the service.',
  })
}

/** Keeps what has to be known of a document that was read. */
export function keepNotes(
  { notes, digests }: LocaleContent,
  found: { kind: keyof Documents; key: string; hash: string; notes: DocumentNotes },
): void {
  notes.set(`${found.kind}/${found.key}`, found.notes)
  digests.set(`${found.kind}/${found.key}`, found.hash)
}

function listedCollections({ notes }: LocaleContent): CollectionName[] {
  return [...new Set([...notes.values()].flatMap(({ facts }) => facts.lists ?? []))]
}

/** True when the slug of a node holds a `:param`. */
export function isPattern(node: SitemapNode): boolean {
  return /\/:[^/]+/.test(node.slug)
}

/** A failed read becomes an error finding; a service that cannot be reached stops the crawl. */
async function orReport<T>(read: Promise<T>, findings: Findings): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof SiteError) || error.finding.code === 'service-unreachable') throw error
    findings.error(error.finding)
    return undefined
  }
}
