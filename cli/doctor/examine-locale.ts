import { type Call, nameOf, pathSegment } from '#content/client/call.ts'
import { fetchList } from '#content/crawl/crawl.ts'
import { type DocumentDates, datesOfMembers, datesOfPages } from '#content/crawl/document-dates.ts'
import { type NotedPictures, picturesInNotes, picturesOf } from '#content/crawl/document-notes.ts'
import {
  type AnyDocument,
  type Collections,
  type Documents,
  documentCollections,
  emptyContent,
  isPattern,
  keepNotes,
  type LocaleContent,
} from '#content/crawl/locale-content.ts'
import { localeGaps } from '#content/crawl/locale-gaps.ts'
import { type CollectionName, collectionsOfNodes } from '#content/crawl/needed-collections.ts'
import { callOf, readDocument, reportUnknownBlocks } from '#content/crawl/read-document.ts'
import { Findings } from '#content/finding.ts'
import { documentSchemas, type MenuItem, memberSchemas, type SitemapNode, sitemapNodeSchema } from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { type AuditedReads, auditReads, NothingRead, type Reading } from './audited-reads.ts'
import { noteDates } from './note-dates.ts'
import { note, noteFindings, type Row, remarkOf, warnIn } from './remark.ts'
import { endpointOf, type Visit } from './visit.ts'

/** What a locale gave: its content with a sample of its documents, the pictures and block types in it, and how it was read. */
export type ExaminedLocale = {
  content: LocaleContent
  readings: Reading[]
  /** Addresses of pictures, and where each stands. */
  pictures: Map<string, string>
  blockTypes: Set<string>
  /** Slugs that the search lists for an empty phrase. */
  listed: string[]
  /** How many documents there are at an endpoint, read or not. */
  totals: Map<string, number>
}

/** Reads a locale as a build does, but of the documents of each kind at most as many as the sample takes. */
export async function examineLocale(locale: string, visit: Visit): Promise<ExaminedLocale> {
  const reads = auditReads(visit)
  const content = emptyContent(locale)
  const examined: ExaminedLocale = {
    content,
    readings: reads.readings,
    pictures: new Map(),
    blockTypes: new Set(),
    listed: [],
    totals: new Map(),
  }
  const [nodes, menus] = await Promise.all([listOf('nodes'), listOf('menus')])
  content.nodes = (nodes ?? []) as SitemapNode[] // parsed by the schema of that name
  content.menus = (menus ?? []) as MenuItem[]
  if (!nodes) return examined
  for (const node of content.nodes)
    noteDates(visit.rows.of('/sitemap_nodes', locale), node, {
      schema: sitemapNodeSchema,
      place: `The node "${node.slug}"`,
    })
  for (const gap of localeGaps(locale, { nodes: content.nodes, menus })) {
    const row = visit.rows.of(gap.code === 'menu-empty' ? '/menus' : '/sitemap_nodes', locale)
    note(row, remarkOf(gap, false))
  }
  const needed = collectionsOfNodes(content.nodes.filter(isPattern), content.menus)
  await readCollections(needed)
  await examineDocuments(examined, reads, visit)
  const listed = [...content.notes.values()].flatMap(({ facts }) => facts.lists ?? [])
  await readCollections([...new Set(listed)].filter((name) => !needed.includes(name)))
  return examined

  async function listOf(name: Parameters<typeof fetchList>[0]): Promise<unknown[] | undefined> {
    const findings = new Findings()
    const list = await orNothing(fetchList(name, locale, { client: reads, findings }))
    noteFindings(visit.rows.of(`/${name === 'nodes' ? 'sitemap_nodes' : name}`, locale), findings)
    return list
  }

  async function readCollections(names: CollectionName[]): Promise<void> {
    const read = async <N extends CollectionName>(name: N): Promise<void> => {
      const members = (await listOf(name)) ?? []
      content.collections[name] = members as Collections[N]
      const schema = memberSchemas[name]
      for (const [at, member] of members.entries()) {
        keepPictures(examined, picturesOf(member, schema), `/${name} (${locale})`)
        noteDates(visit.rows.of(`/${name}`, locale), member, { schema, place: `/${name}[${at}]` })
      }
    }
    await Promise.all(names.map(read))
  }
}

async function examineDocuments(examined: ExaminedLocale, reads: AuditedReads, visit: Visit): Promise<void> {
  const { content, blockTypes } = examined
  const { locale, nodes, collections } = content
  const referenced = new Set(nodes.map(({ nodeReference }) => nodeReference))
  const read = async (kind: keyof Documents, key: string): Promise<void> => {
    const wanted = { kind, key, locale }
    const row = visit.rows.of(endpointOfKind(kind), locale)
    if (pathSegment(key) === undefined) {
      const message = `"${key}" of /${kind} is no part of an address, so it cannot be asked for.`
      note(row, { code: 'slug-invalid', isError: true, message, hint: 'Correct this id or slug at the service.' })
      return
    }
    const findings = new Findings()
    const found = await orNothing(readDocument(wanted, { client: reads, findings }))
    if (!found) return
    keepNotes(content, { kind, key, ...found })
    if (found.document) keepDocument(content.documents[kind], key, found.document)
    const call: Call = callOf(wanted)
    reportUnknownBlocks(found.notes, call, { findings, strict: visit.isStrict })
    noteFindings(row, findings)
    noteOther(row, found.document, wanted, call)
    noteDates(row, found.document, { schema: documentSchemas[kind], place: call.path })
    keepPictures(examined, picturesInNotes(found.notes), `${call.path} (${locale})`)
    for (const { type } of found.document?.blocks ?? []) blockTypes.add(type)
  }
  const readSome = (kind: keyof Documents, dates: DocumentDates): Promise<void>[] => {
    examined.totals.set(endpointOfKind(kind), dates.size)
    return sampleOf([...dates.keys()], visit.sample).map((key) => read(kind, key))
  }
  await Promise.all([
    ...readSome('pages', datesOfPages(nodes.filter((node) => !isPattern(node)))),
    ...documentCollections
      .filter((kind) => referenced.has(kind))
      .flatMap((kind) => readSome(kind, datesOfMembers(collections[kind]))),
  ])
}

/** Notes a document that is not the one that was asked for. */
function noteOther(
  row: Row,
  document: { id: string; slug?: string } | undefined,
  { kind, key }: { kind: keyof Documents; key: string },
  call: Call,
): void {
  const field = kind === 'pages' ? 'id' : 'slug'
  const came = document?.[field]
  if (came === undefined || came.normalize() === key.normalize()) return
  const message = `${nameOf(call)} answers the document with the ${field} ${quoteValue(came)}.`
  const hint = `Answer the document whose ${field} is in the address: pages show whatever is answered there.`
  warnIn(row)('document-other', message, hint)
}

function keepDocument(documents: Documents[keyof Documents], key: string, document: AnyDocument): void {
  ;(documents as Map<string, AnyDocument>).set(key, document) // of its kind, as it was read by it
}

export function endpointOfKind(kind: keyof Documents): string {
  return endpointOf({ path: `/${kind}/`, locale: '' })
}

/** So many items at equal distances, the first among them. */
function sampleOf<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, items.length / most)
  return Array.from({ length: Math.min(most, items.length) }, (_, index) => items[Math.floor(index * step)] as T)
}

function keepPictures({ pictures }: ExaminedLocale, uses: NotedPictures[], place: string): void {
  for (const url of uses.flatMap(({ urls }) => urls)) if (!pictures.has(url)) pictures.set(url, place)
}

async function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof NothingRead) return undefined
    throw error
  }
}
