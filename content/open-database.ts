import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Marks that tell the SQLite files of one kind from all others. Raise the version with every change of the tables. */
export type DatabaseFormat = { applicationId: number; version: number; tables: readonly string[] }

/** Works with a database that was just opened. When it throws, the database is closed. */
type Use<T> = (database: DatabaseSync) => T

/** A database file that is there but cannot be used; the message says why in words that follow the name of the file. */
export class UnusableFile extends Error {
  override name = 'UnusableFile'
}

// After a crash SQLite rolls back at the next opening. After a loss of power rows may be damaged, which the readers' checksums tell.
const forSpeed = 'PRAGMA synchronous = OFF; PRAGMA cache_size = -16000; PRAGMA trusted_schema = OFF'

/** How long a commit waits for other processes that read the file, as `site explain` does, in milliseconds. */
export const longestWaitMs = 5000

/** Makes a new database file. An empty name makes a temporary database, which no other process sees and which is gone when it is closed. */
export function createDatabase<T>(file: string, format: DatabaseFormat, use: Use<T>): T {
  return orClose(new DatabaseSync(file), (database) => {
    database.exec(`PRAGMA page_size = 8192; ${forSpeed}`)
    const marks = `PRAGMA application_id = ${format.applicationId}; PRAGMA user_version = ${format.version}`
    database.exec(`BEGIN IMMEDIATE; ${marks}; ${format.tables.join(';')}; COMMIT`)
    return use(database)
  })
}

/** Opens an existing database file for reading only. Throws as `openDatabase` does. */
export function readDatabase<T>(file: string, format: DatabaseFormat, use: Use<T>): T {
  return orClose(new DatabaseSync(requireFile(file), { readOnly: true, defensive: true }), check(format, use))
}

/** Opens an existing database file. Throws an `UnusableFile` for another kind or version of file, SQLite's error for a damaged one. */
export function openDatabase<T>(file: string, format: DatabaseFormat, use: Use<T>): T {
  return orClose(new DatabaseSync(requireFile(file), { defensive: true }), check(format, use))
}

/** `used` is the result of `use`, or `undefined` when no file can be written. `loss` is the error that made the file of earlier runs useless. */
export type Opened<T> = { used: T | undefined; loss?: unknown }

/**
 * Opens a database file for writing, or makes it. A file that cannot be used, or for which `use` throws, is replaced by a new one. A file
 * that another process is writing is left alone, and a temporary database is opened.
 */
export function openOrReplace<T>(file: string, format: DatabaseFormat, use: Use<T>): Opened<T> {
  try {
    mkdirSync(dirname(file), { recursive: true })
    return { used: (existsSync(file) ? openDatabase : createDatabase)(file, format, use) }
  } catch (loss) {
    if (isInUse(loss)) return { used: createDatabase('', format, use), loss }
    return { used: replaceDatabase(file, format, use), loss }
  }
}

/** Makes a new file in place of a useless one. When no file can be written, leaves none and gives `undefined`. */
export function replaceDatabase<T>(file: string, format: DatabaseFormat, use: Use<T>): T | undefined {
  try {
    removeDatabase(file)
    return createDatabase(file, format, use)
  } catch {
    if (existsSync(file)) removeDatabase(file)
    return undefined
  }
}

/** Removes a database file and the files that SQLite keeps beside it. If that fails, SQLite undoes later what was not committed. */
export function removeDatabase(file: string): void {
  try {
    for (const left of [file, `${file}-journal`, `${file}-wal`, `${file}-shm`]) rmSync(left, { force: true })
  } catch {
    // The disk can only be read, or is gone.
  }
}

/** True for SQLite's error about a file that another process is writing. */
export function isInUse(error: unknown): boolean {
  return (error as { errcode?: unknown } | null)?.errcode === 5 // SQLITE_BUSY
}

/** Refuses a named pipe, at which SQLite would wait without end. */
function requireFile(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFIFO()) throw new UnusableFile('is a named pipe, and no file')
  return file
}

function check<T>({ applicationId, version, tables }: DatabaseFormat, use: Use<T>): Use<T> {
  return (database) => {
    database.exec(forSpeed)
    const pragma = (name: string): unknown => database.prepare(`PRAGMA ${name}`).get()?.[name]
    if (pragma('application_id') !== applicationId) throw new UnusableFile('holds something else')
    const found = pragma('user_version')
    if (found !== version) throw new UnusableFile(`is of version ${found}, and not of version ${version}`)
    const schema = database.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').all()
    if (schema.map(({ sql }) => sql).join() !== tables.join()) throw new UnusableFile('holds other tables')
    return use(database)
  }
}

function orClose<T>(database: DatabaseSync, use: Use<T>): T {
  try {
    return use(database)
  } catch (error) {
    database.close()
    throw error
  }
}
