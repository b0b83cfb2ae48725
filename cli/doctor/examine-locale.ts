import type { z } from 'zod'
import { nameOf } from '#content/client/call.ts'
import { crawl, documentsNamed } from '#content/crawl/crawl.ts'
import { picturesInNotes, picturesOf } from '#content/crawl/document-notes.ts'
import type { AnyDocument, Documents, LocaleContent } from '#content/crawl/locale-content.ts'
import { callOf } from '#content/crawl/read-document.ts'
import { fieldsOf } from '#content/fields.ts'
import { type Finding, Findings } from '#content/finding.ts'
import { parseIsoDate } from '#content/iso-date.ts'
import { documentSchemas, memberSchemas, sitemapNodeSchema } from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { auditReads, ReadFailedError, type Reading } from './audited-reads.ts'
import { garbledText } from './garbled-text.ts'
import { noteFindings, type Row, warnIn } from './remark.ts'
import { endpointOf, type Visit } from './visit.ts'

/**
 * The result of examining a locale: its content with a sample of its documents, their pictures and block types, and how
 * it was read.
 */
export type ExaminedLocale = {
  content: LocaleContent
  readings: Reading[]
  /** The addresses of pictures, each with the place where it is used. */
  pictures: Map<string, string>
  blockTypes: Set<string>
  /** The slugs that the search lists for an empty phrase. */
  listed: string[]
  /** The number of documents at each endpoint, read or not. */
  totals: Map<string, number>
}

/** How many reads are started at the same time. Of these, as many as `--concurrency` allows are sent to the service. */
const readsUnderWay = 64

/** Reads the locales as a build does, but only a sample of the documents of each kind. */
export async function examineLocales(visit: Visit): Promise<ExaminedLocale[]> {
  const { locales, sample, isStrict: strict } = visit
  const { readings, ...reads } = auditReads(visit)
  const lastGood = () => ({ fetchDocument: giveNothing, fetchCollection: giveNothing })
  const findings = new Findings()
  const client = { ...reads, concurrency: readsUnderWay, lastGood }
  const contents = await crawl({ client, locales, findings, strict, sample })
  noteFindings((one) => rowOf(one, visit), findings)
  return [...contents.values()].map((content) => {
    const own = readings.filter(({ call }) => call.locale === content.locale)
    const totals = documentsNamed(content).map(([kind, dates]) => [endpointOfKind(kind), dates.size] as const)
    const found = { pictures: new Map(), blockTypes: new Set<string>() }
    const examined = { content, readings: own, ...found, listed: [], totals: new Map(totals) }
    lookAtLists(examined, visit)
    lookAtDocuments(examined, visit)
    return examined
  })
}

async function giveNothing(): Promise<never> {
  throw new ReadFailedError()
}

/** Returns the row of a finding of the crawl. */
function rowOf({ code, where: { url, document, locale = '' } = {} }: Finding, { rows }: Visit): Row {
  const ofList = code.startsWith('menu-') ? '/menus' : '/sitemap_nodes'
  return rows.of(endpointOf({ path: url ?? (document === undefined ? ofList : `${document}/`), locale }), locale)
}

function lookAtLists({ content, pictures }: ExaminedLocale, { rows }: Visit): void {
  const { locale, nodes, collections } = content
  for (const node of nodes)
    noteFields(rows.of('/sitemap_nodes', locale), node, {
      schema: sitemapNodeSchema,
      place: `The node "${node.slug}"`,
    })
  for (const [name, schema] of Object.entries(memberSchemas)) {
    for (const [at, member] of collections[name as keyof typeof memberSchemas].entries()) {
      keepPictures(pictures, picturesOf(member, schema), `/${name} (${locale})`)
      noteFields(rows.of(`/${name}`, locale), member, { schema, place: `/${name}[${at}]` })
    }
  }
}

function lookAtDocuments({ content, pictures, blockTypes }: ExaminedLocale, { rows }: Visit): void {
  const { locale, notes, documents } = content
  for (const [kind, ofKind] of Object.entries(documents) as [keyof Documents, Map<string, AnyDocument>][]) {
    for (const [key, document] of ofKind) {
      const call = callOf({ kind, key, locale })
      const row = rows.of(endpointOfKind(kind), locale)
      noteOther(row, document, { kind, key }, nameOf(call))
      noteFields(row, document, { schema: documentSchemas[kind], place: call.path })
      const noted = notes.get(`${kind}/${key}`)
      if (noted) keepPictures(pictures, picturesInNotes(noted), `${call.path} (${locale})`)
      for (const { type } of document.blocks) blockTypes.add(type)
    }
  }
}

/** Notes a document that is not the requested one. */
function noteOther(
  row: Row,
  document: { id: string; slug?: string },
  { kind, key }: { kind: keyof Documents; key: string },
  name: string,
): void {
  const field = kind === 'pages' ? 'id' : 'slug'
  const came = document[field]
  if (came === undefined || came.normalize() === key.normalize()) return
  const message = `${name} returns the document with the ${field} ${quoteValue(came)}.`
  const hint = `Return the document whose ${field} is in the address: pages show whatever document is returned.`
  warnIn(row)('document-other', message, hint)
}

export function endpointOfKind(kind: keyof Documents): string {
  return endpointOf({ path: `/${kind}/`, locale: '' })
}

function keepPictures(pictures: ExaminedLocale['pictures'], uses: { urls: string[] }[], place: string): void {
  for (const url of uses.flatMap(({ urls }) => urls)) if (!pictures.has(url)) pictures.set(url, place)
}

/** Notes dates that are none, which a build leaves out of pages, and texts that pages show garbled. */
function noteFields(row: Row, document: unknown, { schema, place }: { schema: z.ZodType; place: string }): void {
  const warn = warnIn(row)
  for (const { path, kind, value } of fieldsOf(document, schema)) {
    const garbled = garbledText(value, kind)
    if (garbled) warn('text-garbled', `${place}, field "${path}" has ${garbled.problem}.`, garbled.hint)
    if (kind !== 'date' || parseIsoDate(value)) continue
    const message = `${place}, field "${path}": ${quoteValue(value)} is not a date; pages and sitemaps leave it out.`
    warn('date-invalid', message, 'Write dates as 2026-10-28 or 2026-10-28T08:00:00+01:00 at the service.')
  }
}
