import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Marks that distinguish the SQLite files of one kind from all others. Raise the
 * version with every change to the tables.
 */
export type DatabaseFormat = { applicationId: number; version: number; tables: readonly string[] }

/** Works with a database that was just opened. If it throws, the database is closed. */
type Use<T> = (database: DatabaseSync) => T

/**
 * The error for a database file that exists but cannot be used. The message says
 * why, worded to follow the name of the file.
 */
export class UnusableFile extends Error {
  override name = 'UnusableFile'
}

// After a crash, SQLite rolls back when it next opens the file. After a power failure, rows may be damaged, which
// readers detect by their checksums.
const forSpeed = 'PRAGMA synchronous = OFF; PRAGMA cache_size = -16000; PRAGMA trusted_schema = OFF'

/** How long a commit waits for other processes that read the file, such as `site explain`, in milliseconds. */
export const maxWaitMs = 5000

/**
 * Creates a database file. An empty name creates a temporary database, which no other
 * process sees and which is removed when it is closed.
 */
export function createDatabase<T>(file: string, format: DatabaseFormat, use: Use<T>): T {
  return orClose(new DatabaseSync(file), (database) => {
    database.exec(`PRAGMA page_size = 8192; ${forSpeed}`)
    const marks = `PRAGMA application_id = ${format.applicationId}; PRAGMA user_version = ${format.version}`
    database.exec(`BEGIN IMMEDIATE; ${marks}; ${format.tables.join(';')}; COMMIT`)
    return use(database)
  })
}

/** Opens an existing database file for reading only. Throws like `openDatabase`. */
export function readDatabase<T>(file: string, format: DatabaseFormat, use: Use<T>): T {
  return orClose(new DatabaseSync(requireFile(file), { readOnly: true, defensive: true }), check(format, use))
}

/**
 * Opens an existing database file. Throws an `UnusableFile` for a file of another kind or
 * version, and SQLite's error for a damaged file.
 */
export function openDatabase<T>(file: string, format: DatabaseFormat, use: Use<T>): T {
  return orClose(new DatabaseSync(requireFile(file), { defensive: true }), check(format, use))
}

/**
 * `used` is the result of `use`, or `undefined` if no file can be written. `loss` is the error that made the file of
 * earlier runs useless.
 */
export type Opened<T> = { used: T | undefined; loss?: unknown }

/**
 * Opens a database file for writing, or creates it. A file that cannot be used, or for which `use` throws, is replaced
 * by a new one. A file that another process is writing is left alone, and a temporary database is opened instead.
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

/** Replaces a useless file with a new one. If no file can be written, leaves none and returns `undefined`. */
export function replaceDatabase<T>(file: string, format: DatabaseFormat, use: Use<T>): T | undefined {
  try {
    removeDatabase(file)
    return createDatabase(file, format, use)
  } catch {
    if (existsSync(file)) removeDatabase(file)
    return undefined
  }
}

/**
 * Removes a database file and the files that SQLite keeps beside it. If that fails,
 * SQLite later rolls back what was not committed.
 */
export function removeDatabase(file: string): void {
  try {
    for (const left of [file, `${file}-journal`, `${file}-wal`, `${file}-shm`]) rmSync(left, { force: true })
  } catch {
    // The disk is read-only, or gone.
  }
}

/** True for SQLite's error about a file that another process is writing. */
export function isInUse(error: unknown): boolean {
  return (error as { errcode?: unknown } | null)?.errcode === 5 // SQLITE_BUSY
}

/** Refuses a named pipe, because SQLite would wait for it forever. */
function requireFile(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFIFO()) throw new UnusableFile('is a named pipe, not a file')
  return file
}

function check<T>({ applicationId, version, tables }: DatabaseFormat, use: Use<T>): Use<T> {
  return (database) => {
    database.exec(forSpeed)
    const pragma = (name: string): unknown => database.prepare(`PRAGMA ${name}`).get()?.[name]
    if (pragma('application_id') !== applicationId) throw new UnusableFile('holds data of another kind')
    const found = pragma('user_version')
    if (found !== version) throw new UnusableFile(`has version ${found} instead of version ${version}`)
    const schema = database.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').all()
    if (schema.map(({ sql }) => sql).join() !== tables.join()) throw new UnusableFile('has unexpected tables')
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
