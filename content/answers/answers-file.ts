import { hash } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { parseIsoDate } from '#content/iso-date.ts'
import { type DatabaseFormat, maxWaitMs } from '#content/open-database.ts'
import { type KeptAnswer, parseKeptAnswer } from './kept-answer.ts'

/**
 * The last answer to a request that could be used. `since` is the time, in ISO 8601, since when no answer could be
 * used.
 */
export type LastGood = { answer: KeptAnswer; since: string }

/**
 * A SQLite file of answers and their bodies, where each body is kept once. Every
 * operation throws if SQLite finds the file damaged.
 */
export type AnswersFile = Disposable & {
  /** Facts about the file itself, such as the service that it belongs to, by their name. */
  readonly about: ReadonlyMap<string, string>
  /** How many of the answers and bodies that were looked up differ from what was kept. */
  readonly damaged: number
  describe(about: Record<string, string | undefined>): void
  /** The answer as it was kept; `undefined` if none is kept, or if something else changed its row. */
  find(request: string): KeptAnswer | undefined
  /**
   * Keeps the new answer to a request. The old answer becomes the last good one if it was good, had another body, and
   * the request has no last good answer yet.
   */
  keep(request: string, answer: KeptAnswer): void
  lastGood(request: string): LastGood | undefined
  /**
   * Makes every good answer the last good one of its request, unless the request already
   * has one. Afterwards `find` returns nothing.
   */
  setAside(): void
  /** Removes the last good answers of the requests that no longer need one. */
  forgetLastGood(isAnswered: (request: string) => boolean): void
  /** The body as it was kept, checked against its hash. */
  body(hash: string): Buffer | undefined
  /** The number of bytes of a kept body. The body is not checked. */
  sizeOfBody(hash: string): number | undefined
  keepBody(hash: string, bytes: Buffer): void
  /** Removes every answer except those to `requests` and those with one of `bodies`. */
  forgetOthers(requests: ReadonlySet<string>, bodies: ReadonlySet<string>): void
  /** Removes the bodies that belong to no answer. */
  forgetBodies(): void
  begin(): void
  commit(): void
}

const columns = ['address', 'status', 'etag', 'lastModified', 'contentType', 'updatedAt', 'hash', 'failure'] as const
const typedColumns =
  'request TEXT PRIMARY KEY, address TEXT NOT NULL, status INTEGER NOT NULL, etag TEXT, lastModified TEXT, contentType TEXT, updatedAt TEXT, hash TEXT, failure TEXT, seal TEXT NOT NULL'
export const answersFormat: DatabaseFormat = {
  applicationId: 0x73697465, // "site"
  version: 2,
  tables: [
    'CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
    `CREATE TABLE answers (${typedColumns}) STRICT, WITHOUT ROWID`,
    'CREATE TABLE bodies (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT',
    `CREATE TABLE last_good (${typedColumns}, since TEXT NOT NULL) STRICT, WITHOUT ROWID`,
  ],
}

/** The answers in an open database of `answersFormat`. */
export function accessAnswers(database: DatabaseSync): AnswersFile {
  const about = new Map<string, string>()
  let begun = '' // the time when the run began
  for (const { name, value } of database.prepare('SELECT name, value FROM about').all())
    about.set(String(name), String(value))
  const places = ['request', ...columns, 'seal']
  const describe = database.prepare('INSERT OR REPLACE INTO about VALUES (?, ?)')
  const find = database.prepare('SELECT * FROM answers WHERE request = ?')
  const keep = database.prepare(
    `INSERT OR REPLACE INTO answers (${places.join()}) VALUES (${places.map(() => '?').join()})`,
  )
  const keepLastGood = database.prepare(
    'INSERT OR IGNORE INTO last_good SELECT *, ? FROM answers WHERE request = ? AND hash IS NOT NULL AND hash IS NOT ?',
  )
  const keepAllLastGood = database.prepare(
    'INSERT OR IGNORE INTO last_good SELECT *, ? FROM answers WHERE hash IS NOT NULL',
  )
  const lastGood = database.prepare('SELECT * FROM last_good WHERE request = ?')
  const body = database.prepare('SELECT bytes FROM bodies WHERE hash = ?')
  const sizeOfBody = database.prepare('SELECT length(bytes) AS size FROM bodies WHERE hash = ?')
  const keepBody = database.prepare(
    'INSERT INTO bodies VALUES (?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes',
  )
  const damaged = new Set<string>()
  const parse = (request: string, row: Row | undefined): KeptAnswer | undefined => {
    const answer = row && parseRow(request, row)
    if (row && !answer) damaged.add(request)
    return answer
  }
  return {
    about,
    get damaged() {
      return damaged.size
    },
    describe(facts) {
      for (const [name, value] of Object.entries(facts)) {
        if (value === undefined) continue
        describe.run(name, value)
        about.set(name, value)
      }
    },
    find: (request) => parse(request, find.get(request)),
    keep(request, answer) {
      const values = valuesOf(answer)
      keepLastGood.run(begun, request, answer.hash ?? null)
      keep.run(request, ...values, sealOf(request, values))
    },
    lastGood(request) {
      const row = lastGood.get(request)
      const answer = parse(request, row)
      const since = parseIsoDate(String(row?.since))
      return answer && since && { answer, since: new Date(since.time).toISOString() }
    },
    setAside() {
      keepAllLastGood.run(begun)
      database.exec('DELETE FROM answers')
    },
    forgetLastGood: (isAnswered) => forget(database, 'last_good', isAnswered),
    body(checksum) {
      const bytes = body.get(checksum)?.bytes
      if (!(bytes instanceof Uint8Array)) return undefined
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      if (hash('sha256', buffer) === checksum) return buffer
      damaged.add(checksum)
      return undefined
    },
    sizeOfBody(hash) {
      const { size } = sizeOfBody.get(hash) ?? {}
      return typeof size === 'number' ? size : undefined
    },
    keepBody: (hash, bytes) => void keepBody.run(hash, bytes),
    forgetOthers(requests, bodies) {
      for (const table of tables)
        forget(database, table, (request, hash) => !requests.has(request) && !bodies.has(hash))
    },
    forgetBodies() {
      const inUse = tables.map((table) => `SELECT hash FROM ${table} WHERE hash IS NOT NULL`)
      database.exec(`DELETE FROM bodies WHERE hash NOT IN (${inUse.join(' UNION ')})`)
    },
    begin() {
      begun = new Date().toISOString()
      database.exec(`BEGIN IMMEDIATE; PRAGMA busy_timeout = ${maxWaitMs}`)
    },
    commit: () => database.exec('COMMIT'),
    [Symbol.dispose]: () => database.close(),
  }
}

const tables = ['answers', 'last_good'] as const

function forget(
  database: DatabaseSync,
  table: (typeof tables)[number],
  which: (request: string, hash: string) => boolean,
): void {
  const remove: StatementSync = database.prepare(`DELETE FROM ${table} WHERE request = ?`)
  for (const { request, hash } of database.prepare(`SELECT request, hash FROM ${table}`).all()) {
    if (which(String(request), String(hash))) remove.run(String(request))
  }
}

type Value = string | number | null

function valuesOf(answer: KeptAnswer): Value[] {
  const { failure, ...facts } = answer
  return columns.map((name) => (name === 'failure' ? failure && JSON.stringify(failure) : facts[name]) ?? null)
}

/** A checksum of a request and the columns of its answer, which reveals a changed column. */
function sealOf(request: string, values: Value[]): string {
  return hash('sha256', JSON.stringify([request, ...values]))
}

type Row = Record<string, SQLOutputValue>

function parseRow(request: string, row: Row): KeptAnswer | undefined {
  const values = columns.map((name) => row[name] as Value) // a text, a number or null: the tables are strict
  if (row.seal !== sealOf(request, values)) return undefined
  const given = columns.flatMap((name, index) => (values[index] === null ? [] : [[name, values[index]]]))
  return parseKeptAnswer(Object.fromEntries(given))
}
