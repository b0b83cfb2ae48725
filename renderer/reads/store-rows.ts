import { hash } from 'node:crypto'
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { DocumentNotes } from '#content/crawl/document-notes.ts'
import { type DatabaseFormat, UnusableFile } from '#content/open-database.ts'
import {
  type BuildFacts,
  digestOf,
  type KnownBuild,
  type KnownPage,
  type KnownQuestion,
  type KnownStep,
  type SiteParts,
} from './known-build.ts'

/**
 * The tables. `sum` is the checksum of the other columns of its row: a row with another one counts as if it were not there.
 *
 * about.name      what is told of the build
 * about.value     as JSON
 * answer.digest   checksum of the answer
 * answer.json     an answer; documents are not among them, as the answers of the service hold these
 * document.key    `notesKey` of a document
 * document.notes  notes of the document as JSON
 * page.file       path of the page in the export
 * page.slug       slug of the page, without locale prefix
 * page.href       address of the page
 * page.asked      ids of its questions, 32 bits each
 * page.placeholders  as in `KnownPage`
 * page.known      the other fields of `KnownPage` as JSON
 * question.*      the fields of `KnownQuestion`
 * site.part       a part of what `site render` needs of the site (`known-site.ts`); there are none after a build with errors
 * site.data       what `known-site.ts` made of it
 * step.name       name of the step
 * step.known      `KnownStep` as JSON
 */
export const storeFormat: DatabaseFormat = {
  applicationId: 0x70616765, // "page"
  version: 9,
  tables: [
    'CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum TEXT NOT NULL) STRICT, WITHOUT ROWID',
    'CREATE TABLE answer (digest TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT',
    'CREATE TABLE document (key TEXT PRIMARY KEY, notes TEXT NOT NULL, sum TEXT NOT NULL) STRICT, WITHOUT ROWID',
    'CREATE TABLE page (file TEXT PRIMARY KEY, slug TEXT NOT NULL, href TEXT NOT NULL, asked BLOB NOT NULL, placeholders TEXT NOT NULL, known TEXT NOT NULL, sum TEXT NOT NULL) STRICT, WITHOUT ROWID',
    'CREATE TABLE question (id INTEGER PRIMARY KEY, question TEXT NOT NULL, answer TEXT NOT NULL, sum TEXT NOT NULL) STRICT',
    'CREATE TABLE site (part TEXT PRIMARY KEY, data BLOB NOT NULL, sum TEXT NOT NULL) STRICT',
    'CREATE TABLE step (name TEXT PRIMARY KEY, known TEXT NOT NULL, sum TEXT NOT NULL) STRICT, WITHOUT ROWID',
  ],
}

/** What was read of a file, and the number of rows that are not what was written. */
type Sound<T> = { known: T; damaged: number }

/** What a build tells of itself. Throws an `UnusableFile` when a row of it is damaged. */
export function readFacts(database: DatabaseSync): BuildFacts {
  const { known, damaged } = readRows(database, { table: 'about', rowOf: parsed })
  if (damaged > 0) throw new UnusableFile('is damaged')
  return Object.fromEntries(known)
}

/** What is known of a build, answers aside; of one that is wanted for some pages only these and their questions. */
export function readBuild(database: DatabaseSync, files?: string[]): Sound<KnownBuild> {
  const none = files && []
  const pages = readRows(database, { table: 'page', rowOf: pageIn, column: 'file', values: files })
  const asked = files && [...new Set([...pages.known.values()].flatMap((page) => [...page.asked]))]
  const questions = readRows(database, { table: 'question', rowOf: questionIn, column: 'id', values: asked })
  const steps = readRows<string, KnownStep>(database, { table: 'step', rowOf: parsed, column: 'name', values: none })
  const notes = { table: 'document', rowOf: parsed, column: 'key', values: none }
  const documents = readRows<string, DocumentNotes>(database, notes)
  return {
    known: {
      facts: readFacts(database),
      questions: questions.known,
      pages: pages.known,
      steps: steps.known,
      documents: documents.known,
    },
    damaged: pages.damaged + questions.damaged + steps.damaged + documents.damaged,
  }
}

/** A part of what is kept of the whole site. Throws an `UnusableFile` where it is missing or damaged. */
export function readSitePart(database: DatabaseSync, part: string): Uint8Array {
  const { data, sum } = database.prepare('SELECT data, sum FROM site WHERE part = ?').get(part) ?? {}
  if (!(data instanceof Uint8Array)) throw new UnusableFile('knows of no build without errors')
  if (sum !== hash('sha256', data)) throw new UnusableFile('is damaged')
  return data
}

/** `rowOf` is given the columns of a row that is sound; only rows with one of the `values` in a `column` are read, all without them. */
type RowsRead<K, V> = {
  table: string
  rowOf: (columns: SQLOutputValue[]) => [K, V]
  column?: string
  values?: (string | number)[] | undefined
}

/** Row by row, as there are many. */
function readRows<K, V>(database: DatabaseSync, { table, rowOf, column, values }: RowsRead<K, V>): Sound<Map<K, V>> {
  const where = values ? `WHERE ${column} IN (SELECT value FROM json_each(?))` : ''
  const select = database.prepare(`SELECT * FROM ${table} ${where}`)
  const known = new Map<K, V>()
  let damaged = 0
  for (const row of select.iterate(...(values ? [JSON.stringify(values)] : []))) {
    const columns = Object.values(row)
    const sum = columns.pop()
    if (sum === sumOf(columns)) known.set(...rowOf(columns))
    else damaged += 1
  }
  return { known, damaged }
}

/** With the length of each column, so that none can be taken for a part of the next. */
function sumOf(columns: (SQLInputValue | SQLOutputValue)[]): string {
  const told = columns.map((one) => (one instanceof Uint8Array ? hash('sha256', one) : `${String(one).length} ${one}`))
  return digestOf(told.join())
}

// What these read is what was written: the sum of the row tells.

function parsed<V>([key, json]: SQLOutputValue[]): [string, V] {
  return [String(key), JSON.parse(String(json))]
}

function questionIn([id, question, answer]: SQLOutputValue[]): [number, KnownQuestion] {
  return [Number(id), { id: Number(id), question: String(question), answer: String(answer) }]
}

function pageIn([file, slug, href, asked, placeholders, known]: SQLOutputValue[]): [string, KnownPage] {
  const { buffer, byteOffset, byteLength } = asked as Uint8Array<ArrayBuffer>
  const ids = new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT)
  return [String(file), { file, slug, href, asked: ids, placeholders, ...JSON.parse(String(known)) }]
}

export type BuildChange = { last: KnownBuild; next: KnownBuild; answers: ReadonlyMap<string, string> }

/** Writes what differs between two builds; objects that are the same are not looked into. Tells whether questions changed. */
export function writeBuild(database: DatabaseSync, { last, next, answers }: BuildChange): boolean {
  const about = { table: 'about', columns: ['name', 'value'] }
  const [told, tells] = [last, next].map(
    ({ facts }) => new Map(Object.entries(facts).filter(([, value]) => value !== undefined)),
  )
  writeRows(database, { ...about, last: told, next: tells }, (value) => [JSON.stringify(value)])
  const ofPage = ['file', 'slug', 'href', 'asked', 'placeholders', 'known']
  const page = { table: 'page', columns: ofPage, last: last.pages, next: next.pages }
  writeRows(database, page, ({ file: _, slug, href, asked, placeholders, ...known }) => [
    ...[slug, href, bytesOf(asked), placeholders, JSON.stringify(known)],
  ])
  const step = { table: 'step', columns: ['name', 'known'], last: last.steps, next: next.steps }
  writeRows(database, step, (known) => [JSON.stringify(known)])
  const document = { table: 'document', columns: ['key', 'notes'], last: last.documents, next: next.documents }
  writeRows(database, document, (notes) => [JSON.stringify(notes)])
  const keep = database.prepare('INSERT OR REPLACE INTO answer VALUES (?, ?)')
  for (const [digest, json] of answers) keep.run(digest, json)
  const columns = ['id', 'question', 'answer']
  const question = { table: 'question', columns, last: last.questions, next: next.questions }
  return writeRows(database, question, ({ question, answer }) => [question, answer])
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Removes the answers that no question has. */
export function dropAnswers(database: DatabaseSync): void {
  database.exec('DELETE FROM answer WHERE digest NOT IN (SELECT answer FROM question)')
}

/** Keeps these parts in place of those of before. */
export function writeSite(database: DatabaseSync, parts: SiteParts): void {
  const isKept = database.prepare('SELECT 1 FROM site WHERE part = ? AND data = ? AND sum = ?')
  const put = database.prepare('INSERT OR REPLACE INTO site VALUES (?, ?, ?)')
  for (const [part, data] of parts) {
    const sum = hash('sha256', data)
    if (!isKept.get(part, data, sum)) put.run(part, data, sum)
  }
  const names = JSON.stringify([...parts.keys()])
  database.prepare('DELETE FROM site WHERE part NOT IN (SELECT value FROM json_each(?))').run(names)
}

/** The first column is the key. */
type RowsChange<K, V> = { table: string; columns: string[]; last?: ReadonlyMap<K, V>; next?: ReadonlyMap<K, V> }

/** Whether anything was written; `valuesOf` gives what stands in the other columns. */
function writeRows<K extends string | number, V>(
  database: DatabaseSync,
  { table, columns, last = new Map(), next = new Map() }: RowsChange<K, V>,
  valuesOf: (value: V) => (string | Uint8Array)[],
): boolean {
  const put = database.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${columns.map(() => '?')}, ?)`)
  const drop = database.prepare(`DELETE FROM ${table} WHERE ${columns[0]} = ?`)
  const changed = [...next].filter(([key, value]) => last.get(key) !== value)
  const gone = [...last.keys()].filter((key) => !next.has(key))
  for (const [key, value] of changed) {
    const row = [key, ...valuesOf(value)]
    put.run(...row, sumOf(row))
  }
  for (const key of gone) drop.run(key)
  return changed.length + gone.length > 0
}
