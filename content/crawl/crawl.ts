import pLimit, { type LimitFunction } from 'p-limit'
import { type Call, pathSegment } from '#content/client/call.ts'
import type { ContentClient, ContentReads } from '#content/client/client.ts'
import { evenSample } from '#content/even-sample.ts'
import type { Findings } from '#content/finding.ts'
import {
  type MenuItem,
  memberSchemas,
  menuItemSchema,
  type ProductCategory,
  type SitemapNode,
  sitemapNodeSchema,
} from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { withBranches } from './category-branches.ts'
import { type DocumentDates, datesOfMembers, datesOfPages } from './document-dates.ts'
import type { PicturesIn } from './document-notes.ts'
import {
  type Collections,
  type Documents,
  documentCollections,
  emptyContent,
  isPattern,
  type KnownNotes,
  keepNotes,
  type LocaleContent,
} from './locale-content.ts'
import { localeGaps } from './locale-gaps.ts'
import { reportNoTitle, titledMembers } from './member-titles.ts'
import { type CollectionName, collectionsOfNodes } from './needed-collections.ts'
import { callOf, readDocument, reportUnknownBlocks } from './read-document.ts'
import { type Reading, readOrLastGood } from './read-or-last-good.ts'
import { shownMenuItems } from './shown-menu-items.ts'

export type CrawlOptions = {
  client: ContentReads & Pick<ContentClient, 'concurrency' | 'lastGood'>
  /** Locales that are read completely. */
  locales: string[]
  /**
   * Locales of other domain families. Only their nodes and collections are read, to link
   * to their pages. Faults in them are warnings.
   */
  linkedLocales?: string[]
  findings: Findings
  /** Whether an unknown block is an error. Otherwise it is a warning. */
  strict?: boolean
  /** With `false`, only notes of documents are kept, so that memory does not grow with the documents. */
  holdsDocuments?: boolean
  /** Notes of documents by `notesKey`. A document is not parsed again if the service sends the same bytes. */
  known?: Promise<KnownNotes>
  /** Finds the pictures in rich text. Without it, only pictures in fields of their own are noted. */
  picturesIn?: PicturesIn
  /** How many documents of each kind are read in a locale, spread evenly over the list. Without it, all are read. */
  sample?: number
  /**
   * Whether a page or post is not requested again if its node or summary has the same `updatedAt` as in the last crawl.
   */
  trustUpdatedAt?: boolean
  /** For how many days a last good answer may replace a read that fails. Without it, none is used. */
  lastGoodDays?: number | undefined
  /** The same as `lastGoodDays`, for reads of `linkedLocales`. */
  linkedLastGoodDays?: number | undefined
  onProgress?: (done: number, total: number) => void
}

/** What differs in the calls of some lists. */
const callsOfLists: Partial<Record<CrawledList, Partial<Call>>> = {
  nodes: { path: '/sitemap_nodes' },
  posts: { query: { page: '1' } },
  product_categories: { commerce: true },
}

/**
 * Reads every locale: menus, nodes, the collections that nodes and blocks need, and each document once. A single
 * document or collection that cannot be read becomes an error in `findings`, and the crawl goes on. Throws a
 * `SiteError` if the service cannot be read at all.
 */
export async function crawl(options: CrawlOptions): Promise<Map<string, LocaleContent>> {
  const progress = { done: 0, total: 0 }
  const expect = (reads: number): void => {
    progress.total += reads
  }
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await work()
    progress.done += 1
    options.onProgress?.(progress.done, progress.total)
    return result
  }
  const { locales, linkedLocales = [], findings, linkedLastGoodDays: lastGoodDays } = options
  const own = { ...options, expect, counted, inTurn: pLimit(options.client.concurrency), withDocuments: true }
  const linked = { ...own, findings: findings.asWarnings(), lastGoodDays, withDocuments: false }
  const contents = await Promise.all([
    ...locales.map((locale) => crawlLocale(locale, own)),
    ...linkedLocales.map((locale) => crawlLocale(locale, linked)),
  ])
  return new Map(contents.map((content) => [content.locale, content]))
}

type LocaleCrawl = CrawlOptions & {
  /** Adds to the number of reads that progress expects. `counted` makes each of these reads. */
  expect: (reads: number) => void
  counted: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs the reads of documents. Over all locales, only as many run at the same time as the client allows. */
  inTurn: LimitFunction
  withDocuments: boolean
}

async function crawlLocale(locale: string, job: LocaleCrawl): Promise<LocaleContent> {
  const { findings, expect, counted } = job
  const content = emptyContent(locale)
  expect(job.withDocuments ? 2 : 1)
  const read = (name: 'nodes' | 'menus') => counted(() => readList(name, locale, job))
  const [nodes, menus] = await Promise.all([read('nodes'), job.withDocuments ? read('menus') : undefined])
  content.nodes = (nodes ?? []) as SitemapNode[] // parsed by the schema of sitemap nodes
  content.menus = (menus ?? []) as MenuItem[]
  // Menus that are empty because all of their items were left out are not reported again: each item has a warning.
  const isReported = findings.warnings.some(({ code, where }) => code.startsWith('menu-') && where?.locale === locale)
  const lists = { nodes: nodes && content.nodes, menus: isReported ? undefined : menus }
  for (const gap of localeGaps(locale, lists)) findings.warn(gap)

  const needed = collectionsOfNodes(content.nodes.filter(isPattern), content.menus)
  await readCollections(content, needed, job)
  if (!job.withDocuments) return content
  await readDocuments(content, job)
  const listed = new Set([...content.notes.values()].flatMap(({ facts }) => facts.lists ?? []))
  const further = [...listed].filter((name) => !needed.includes(name))
  await readCollections(content, further, job)
  return content
}

/** A list that is read for a locale, besides its documents. */
export type CrawledList = CollectionName | 'nodes' | 'menus'

/** Reads a list of a locale as the crawl does. Throws like the client. */
export async function fetchList(name: CrawledList, locale: string, { client, findings }: Reading): Promise<unknown[]> {
  const call = callOfList(name, locale)
  if (name === 'nodes') return client.fetchCollection(call, sitemapNodeSchema, findings)
  if (name === 'menus') {
    const items = await client.fetchCollection(call, menuItemSchema, findings)
    return shownMenuItems(items, locale, findings)
  }
  const members = titledMembers(await client.fetchCollection(call, memberSchemas[name], findings), call, findings)
  return name === 'product_categories' ? withBranches(members as ProductCategory[], call, findings) : members
}

function callOfList(name: CrawledList, locale: string): Call {
  return { path: `/${name}`, locale, ...callsOfLists[name] }
}

function readList(name: CrawledList, locale: string, job: LocaleCrawl): Promise<unknown[] | undefined> {
  const read = async (reading: Reading): Promise<unknown[] | undefined> => {
    const members = await fetchList(name, locale, reading)
    const isLost = members.length === 0 && reading.findings.errors.length > 0 // every member has a wrong shape
    return isLost ? undefined : members
  }
  const what = name === 'nodes' ? `the locale "${locale}"` : 'the members of this list'
  const linked = { consequence: `No page of this site links to ${what}.` }
  return readOrLastGood(callOfList(name, locale), read, { ...job, ...(!job.withDocuments && linked) })
}

async function readCollections(content: LocaleContent, names: CollectionName[], job: LocaleCrawl): Promise<void> {
  const read = async <N extends CollectionName>(name: N): Promise<void> => {
    const members = await job.counted(() => readList(name, content.locale, job))
    content.collections[name] = (members ?? []) as Collections[N]
  }
  job.expect(names.length)
  await Promise.all(names.map(read))
}

async function readDocuments(content: LocaleContent, job: LocaleCrawl): Promise<void> {
  const known = await job.known
  const read = async <K extends keyof Documents>(kind: K, key: string, updatedAt?: string): Promise<void> => {
    const { locale } = content
    if (pathSegment(key) === undefined) return job.counted(async () => reportUnaskable(kind, key, locale, job.findings))
    const wanted = { kind, key, locale, updatedAt, trustUpdatedAt: job.trustUpdatedAt }
    const found = await job.counted(() =>
      readOrLastGood(
        callOf(wanted),
        (reading) => readDocument(wanted, reading, { known, picturesIn: job.picturesIn }),
        job,
      ),
    )
    if (!found) return
    keepNotes(content, { kind, key, ...found })
    reportUnknownBlocks(found.notes, callOf(wanted), job)
    if (found.notes.isNamedBySlug && !isNamedBySlug(content, kind, key)) reportNoTitle(callOf(wanted), job.findings)
    if (job.holdsDocuments ?? true) content.documents[kind].set(key, found.document as never)
  }
  const { sample } = job
  const sampled = (dates: DocumentDates) => (sample === undefined ? dates : new Map(evenSample([...dates], sample)))
  const kinds = documentsNamed(content).map(([kind, dates]) => [kind, sampled(dates)] as const)
  for (const [, dates] of kinds) job.expect(dates.size)
  const all = eachKey(kinds)
  // No objects are made for a document before its turn. V8 would treat waiting objects as
  // old, and free late what only they refer to.
  const readNext = async (): Promise<void> => {
    for (const [kind, key, updatedAt] of all) await job.inTurn(read, kind, key, updatedAt)
  }
  await Promise.all(Array.from({ length: job.client.concurrency }, readNext))
}

/** Whether the list, too, names a member by its slug, which it has reported. */
function isNamedBySlug({ collections }: LocaleContent, kind: keyof Documents, key: string): boolean {
  return kind !== 'pages' && collections[kind].some(({ slug, title }) => slug === key && title === key)
}

/** The documents that a locale names, by kind and key. */
export function documentsNamed({ nodes, collections }: LocaleContent): [keyof Documents, DocumentDates][] {
  const referenced = new Set(nodes.map((node) => node.nodeReference))
  const kinds = documentCollections.filter((kind) => referenced.has(kind))
  const members = kinds.map((kind): [keyof Documents, DocumentDates] => [kind, datesOfMembers(collections[kind])])
  return [['pages', datesOfPages(nodes.filter((node) => !isPattern(node)))], ...members]
}

/**
 * Yields each document once, for several readers that share the generator. If one
 * reader throws, the generator ends for all.
 */
function* eachKey(
  kinds: (readonly [keyof Documents, DocumentDates])[],
): Generator<[kind: keyof Documents, key: string, updatedAt: string | undefined]> {
  for (const [kind, dates] of kinds) for (const [key, updatedAt] of dates) yield [kind, key, updatedAt]
}

function reportUnaskable(kind: keyof Documents, key: string, locale: string, findings: Findings): void {
  findings.error({
    code: 'slug-invalid',
    message: `The service (${locale}) uses ${quoteValue(key)} as an id or slug in ${kind}, but it cannot be requested, because it cannot be part of an address.`,
    where: { locale, document: `/${kind}` },
    hint: 'Correct this id or slug at the service.',
  })
}
