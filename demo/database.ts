import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { SiteError } from '#content/finding.ts'

export type EntryFile = { field: string; name: string; type: string; bytes: Uint8Array }
export type NewEntry = {
  form: string
  locale: string
  body: Record<string, unknown>
  files: EntryFile[]
  idempotencyKey?: string
}
export const consentSchema = z.object({
  /** The address of the page. */
  referral: z.string().min(1).max(2000),
  necessaryConsent: z.boolean(),
  functionalConsent: z.boolean(),
  analyticConsent: z.boolean(),
  advertisingConsent: z.boolean(),
})
export type Consent = z.output<typeof consentSchema>

export type DemoDatabase = {
  /**
   * Stores an entry with its files and returns its id. If the form has seen the `idempotencyKey` before, stores nothing
   * and returns the first id.
   */
  addEntry(entry: NewEntry): number
  /** Stores a consent and returns its id, with `idempotencyKey` as above. */
  addConsent(consent: Consent, idempotencyKey?: string): string
  /** Changes a consent. Returns false if there is no consent with that id. */
  updateConsent(id: string, consent: Consent): boolean
  addSession(tokenHash: string, user: string): void
  findSessionUser(tokenHash: string): string | undefined
  close(): void
}

const tables = `
  CREATE TABLE IF NOT EXISTS form_entries (
    id INTEGER PRIMARY KEY, form TEXT NOT NULL, created_at TEXT NOT NULL, locale TEXT NOT NULL,
    body TEXT NOT NULL, idempotency_key TEXT, UNIQUE (form, idempotency_key)) STRICT;
  CREATE TABLE IF NOT EXISTS entry_files (
    id INTEGER PRIMARY KEY, entry_id INTEGER NOT NULL REFERENCES form_entries (id),
    field TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, size INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS cookie_consents (
    id TEXT PRIMARY KEY, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, body TEXT NOT NULL, idempotency_key TEXT UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS sessions (token_hash TEXT PRIMARY KEY, user TEXT NOT NULL, created_at TEXT NOT NULL) STRICT;`

/** Opens the SQLite file (`:memory:` for no file), and creates its folder and tables if they are missing. */
export function openDatabase(path: string): DemoDatabase {
  const database = openFile(path)
  const now = (): string => new Date().toISOString()
  return {
    addEntry: (entry) => inTransaction(database, () => insertEntry(database, entry, now())),

    addConsent: (consent, idempotencyKey) =>
      inTransaction(database, () => {
        const earlier =
          idempotencyKey &&
          database.prepare('SELECT id FROM cookie_consents WHERE idempotency_key = ?').get(idempotencyKey)
        if (earlier) return String(earlier.id)
        const id = randomUUID()
        database
          .prepare('INSERT INTO cookie_consents VALUES (?, ?, ?, ?, ?)')
          .run(id, now(), now(), JSON.stringify(consent), idempotencyKey ?? null)
        return id
      }),

    updateConsent: (id, consent) =>
      database
        .prepare('UPDATE cookie_consents SET body = ?, updated_at = ? WHERE id = ?')
        .run(JSON.stringify(consent), now(), id).changes > 0,

    addSession: (tokenHash, user) => {
      database.prepare('INSERT INTO sessions VALUES (?, ?, ?)').run(tokenHash, user, now())
    },

    findSessionUser: (tokenHash) => {
      const row = database.prepare('SELECT user FROM sessions WHERE token_hash = ?').get(tokenHash)
      return row ? String(row.user) : undefined
    },

    close: () => database.close(),
  }
}

/** SQLite's codes for causes outside the file: in use, locked, read-only, a failing or full disk, not to be opened. */
const outside = new Set([5, 6, 8, 10, 13, 14])

function openFile(path: string): DatabaseSync {
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
    const database = new DatabaseSync(path)
    database.exec(`PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${tables}`)
    return database
  } catch (cause) {
    const isDamaged = !outside.has(((cause as { errcode?: number }).errcode ?? 0) % 256) // the rest are details
    const step = isDamaged ? 'Delete the file' : 'Check the permissions and the disk of the file and its folder'
    const message = `The database of the demo content service "${path}" cannot be opened. ${step}, or name another cache folder.`
    throw new SiteError({ code: 'machine-limit', message }, { cause })
  }
}

function insertEntry(database: DatabaseSync, entry: NewEntry, now: string): number {
  const key = entry.idempotencyKey ?? null
  const earlier =
    key && database.prepare('SELECT id FROM form_entries WHERE form = ? AND idempotency_key = ?').get(entry.form, key)
  if (earlier) return Number(earlier.id)
  const { lastInsertRowid } = database
    .prepare('INSERT INTO form_entries (form, created_at, locale, body, idempotency_key) VALUES (?, ?, ?, ?, ?)')
    .run(entry.form, now, entry.locale, JSON.stringify(entry.body), key)
  const insertFile = database.prepare(
    'INSERT INTO entry_files (entry_id, field, name, type, size, bytes) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (const { field, name, type, bytes } of entry.files)
    insertFile.run(lastInsertRowid, field, name, type, bytes.byteLength, bytes)
  return Number(lastInsertRowid)
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (cause) {
    database.exec('ROLLBACK')
    throw cause
  }
}
