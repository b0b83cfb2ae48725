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
  type SitePieces,
} from './known-build.ts'

/**
 * The tables. `sum` is the checksum of the other columns of a row. A row with a wrong checksum counts as missing.
 *
 * about     the fields of `BuildFacts`, each as JSON
 * answer    answers as JSON, by digest, except documents, which are in the store of the service's answers
 * document  notes of documents, by `notesKey`: `pictures` is the field of that name, `notes` the other fields as JSON
 * page      the fields of `KnownPage`: `asked` are ids of 32 bits each, `known` the fields without a column as JSON
 * question  the fields of `KnownQuestion`
 * site      the pieces of the site that `known-site.ts` made for `site render`, or none after a build with errors
 * step      `KnownStep` as JSON, by the name of the step
 */
export const storeFormat: DatabaseFormat = {
  applicationId: 0x70616765, // "page"
  version: 15, // must also be raised when a look-up is removed, because its kept questions cannot be asked again
  tables: [
    'CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum TEXT NOT NULL) STRICT, WITHOUT ROWID',
    'CREATE TABLE answer (digest TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT',
    'CREATE TABLE document (key TEXT PRIMARY KEY, notes TEXT NOT NULL, pictures TEXT NOT NULL, sum TEXT NOT NULL) STRICT, WITHOUT ROWID',
    'CREATE TABLE page (file TEXT PRIMARY KEY, slug TEXT NOT NULL, href TEXT NOT NULL, asked BLOB NOT NULL, placeholders TEXT NOT NULL, known TEXT NOT NULL, sum TEXT NOT NULL) STRICT, WITHOUT ROWID',
    'CREATE TABLE question (id INTEGER PRIMARY KEY, question TEXT NOT NULL, answer TEXT NOT NULL, sum TEXT NOT NULL) STRICT',
    'CREATE TABLE site (piece TEXT PRIMARY KEY, data BLOB NOT NULL, sum TEXT NOT NULL) STRICT',
    'CREATE TABLE step (name TEXT PRIMARY KEY, known TEXT NOT NULL, sum TEXT NOT NULL) STRICT, WITHOUT ROWID',
  ],
}

/** How rows of a table are read and written. The first column is the key. The last, `sum`, is not in `columns`. */
type Table<K, V> = {
  name: string
  columns: string[]
  read(columns: SQLOutputValue[]): [K, V] // the checksum of the row was right, so `write` made the columns
  write(value: V): (string | Uint8Array)[]
}

function tableOfJson<V>(name: string, ...columns: string[]): Table<string, V> {
  const read = ([key, json]: SQLOutputValue[]): [string, V] => [String(key), JSON.parse(String(json))]
  return { name, columns, read, write: (value) => [JSON.stringify(value)] }
}

const aboutTable = tableOfJson<BuildFacts[keyof BuildFacts]>('about', 'name', 'value')
const documentTable: Table<string, DocumentNotes> = {
  name: 'document',
  columns: ['key', 'notes', 'pictures'],
  read: ([key, notes, pictures]) => [String(key), { ...JSON.parse(String(notes)), pictures }],
  write: ({ pictures, ...notes }) => [JSON.stringify(notes), pictures],
}
const stepTable = tableOfJson<KnownStep>('step', 'name', 'known')
const questionTable: Table<number, KnownQuestion> = {
  name: 'question',
  columns: ['id', 'question', 'answer'],
  read: ([id, question, answer]) => [Number(id), { id, question, answer } as KnownQuestion],
  write: ({ question, answer }) => [question, answer],
}
const pageTable: Table<string, KnownPage> = {
  name: 'page',
  columns: ['file', 'slug', 'href', 'asked', 'placeholders', 'known'],
  read([file, slug, href, asked, placeholders, known]) {
    const { buffer, byteOffset, byteLength } = asked as Uint8Array<ArrayBuffer>
    const ids = new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT)
    return [String(file), { file, slug, href, asked: ids, placeholders, ...JSON.parse(String(known)) }]
  },
  write({ file: _, slug, href, asked: { buffer, byteOffset, byteLength }, placeholders, ...known }) {
    return [slug, href, new Uint8Array(buffer, byteOffset, byteLength), placeholders, JSON.stringify(known)]
  },
}

/** Reads the facts of a build. Throws an `UnusableFile` if one of their rows is damaged. */
export function readFacts(database: DatabaseSync): BuildFacts {
  const { known, damaged } = readRows(database, aboutTable)
  if (damaged > 0) throw new UnusableFile('is damaged')
  return Object.fromEntries(known)
}

/**
 * Reads everything that is known of a build, except its answers, and counts damaged rows. With `files` it reads only
 * these pages and their questions.
 */
export function readBuild(database: DatabaseSync, files?: string[]): { known: KnownBuild; damaged: number } {
  const keysOfRest = files && []
  const facts = readFacts(database)
  const pages = readRows(database, pageTable, files)
  const asked = files && [...new Set([...pages.known.values()].flatMap((page) => [...page.asked]))]
  const questions = readRows(database, questionTable, asked)
  const steps = readRows(database, stepTable, keysOfRest)
  const documents = readRows(database, documentTable, keysOfRest)
  return {
    known: { facts, questions: questions.known, pages: pages.known, steps: steps.known, documents: documents.known },
    damaged: pages.damaged + questions.damaged + steps.damaged + documents.damaged,
  }
}

/** Reads a piece of the data of the whole site. Throws an `UnusableFile` if the piece is missing or damaged. */
export function readSitePiece(database: DatabaseSync, piece: string): Uint8Array {
  const { data, sum } = database.prepare('SELECT data, sum FROM site WHERE piece = ?').get(piece) ?? {}
  if (!(data instanceof Uint8Array)) throw new UnusableFile('has no record of a build without errors')
  if (sum !== hash('sha256', data)) throw new UnusableFile('is damaged')
  return data
}

/** Reads the undamaged rows with one of the `keys`, by default all. Reads one row at a time, because there are many. */
function readRows<K, V>(database: DatabaseSync, { name, columns: [key], read }: Table<K, V>, keys?: K[]) {
  const where = keys ? `WHERE ${key} IN (SELECT value FROM json_each(?))` : ''
  const select = database.prepare(`SELECT * FROM ${name} ${where}`)
  const known = new Map<K, V>()
  let damaged = 0
  select.setReturnArrays(true) // makes rows arrays of columns, which Node's types do not know
  const rows = select.iterate(...(keys ? [JSON.stringify(keys)] : [])) as Iterable<unknown> as Iterable<
    SQLOutputValue[]
  >
  for (const columns of rows) {
    const sum = columns.pop()
    if (sum === sumOf(columns)) known.set(...read(columns))
    else damaged += 1
  }
  return { known, damaged }
}

/** The checksum of a row. It covers the length of each column, so that rows with other column boundaries differ. */
function sumOf(columns: (SQLInputValue | SQLOutputValue)[]): string {
  const described = columns.map((one) =>
    one instanceof Uint8Array ? hash('sha256', one) : `${String(one).length} ${one}`,
  )
  return digestOf(described.join())
}

/**
 * Keeps new answers by their digests in a temporary table, because they would take much memory. The table has no key:
 * inserting rows in the order of digests takes ten times as long as appending them. So it may contain an answer twice.
 */
export function openFreshAnswers(database: DatabaseSync) {
  database.exec('CREATE TEMP TABLE fresh_answer (digest TEXT NOT NULL, json TEXT NOT NULL) STRICT')
  const keep = database.prepare('INSERT INTO fresh_answer VALUES (?, ?)')
  return {
    keep: (digest: string, json: string) => void keep.run(digest, json),
    write: () => database.exec('INSERT OR REPLACE INTO answer SELECT * FROM fresh_answer'),
  }
}

type BuildChange = { last: KnownBuild; next: KnownBuild }

/**
 * Writes the rows that differ between two builds. A row with the same object counts as unchanged. Returns whether
 * questions changed.
 */
export function writeBuild(database: DatabaseSync, { last, next }: BuildChange): boolean {
  const described = ({ facts }: KnownBuild) => new Map(Object.entries(facts).filter(([, value]) => value !== undefined))
  writeRows(database, aboutTable, { last: described(last), next: described(next) })
  writeRows(database, pageTable, { last: last.pages, next: next.pages })
  writeRows(database, stepTable, { last: last.steps, next: next.steps })
  writeRows(database, documentTable, { last: last.documents, next: next.documents })
  return writeRows(database, questionTable, { last: last.questions, next: next.questions })
}

/** Replaces all pieces of the site. */
export function writeSite(database: DatabaseSync, pieces: SitePieces): void {
  const isKept = database.prepare('SELECT 1 FROM site WHERE piece = ? AND data = ? AND sum = ?')
  const put = database.prepare('INSERT OR REPLACE INTO site VALUES (?, ?, ?)')
  for (const [piece, data] of pieces) {
    const sum = hash('sha256', data)
    if (!isKept.get(piece, data, sum)) put.run(piece, data, sum)
  }
  const names = JSON.stringify([...pieces.keys()])
  database.prepare('DELETE FROM site WHERE piece NOT IN (SELECT value FROM json_each(?))').run(names)
}

/** Writes the changed rows, and removes the rows that are gone. Returns whether there were any. */
function writeRows<K extends string | number, V>(
  database: DatabaseSync,
  { name, columns, write }: Table<K, V>,
  { last, next }: { last: ReadonlyMap<K, V>; next: ReadonlyMap<K, V> },
): boolean {
  const put = database.prepare(`INSERT OR REPLACE INTO ${name} VALUES (${columns.map(() => '?')}, ?)`)
  const drop = database.prepare(`DELETE FROM ${name} WHERE ${columns[0]} = ?`)
  const changed = [...next].filter(([key, value]) => last.get(key) !== value)
  const gone = [...last.keys()].filter((key) => !next.has(key))
  for (const [key, value] of changed) {
    const row = [key, ...write(value)]
    put.run(...row, sumOf(row))
  }
  for (const key of gone) drop.run(key)
  return changed.length + gone.length > 0
}
