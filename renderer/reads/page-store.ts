import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { whyOf } from '#content/machine-fault.ts'
import {
  createDatabase,
  maxWaitMs,
  openDatabase,
  openOrReplace,
  readDatabase,
  removeDatabase,
  UnusableFile,
} from '#content/open-database.ts'
import { type BuildFacts, digestOf, type KnownBuild, type SitePieces } from './known-build.ts'
import {
  openFreshAnswers,
  readBuild,
  readFacts,
  readSitePiece,
  storeFormat,
  writeBuild,
  writeSite,
} from './store-rows.ts'

export type PageStore = Disposable & {
  /** A sentence about data of earlier builds that cannot be used, or, after a failed `save`, about that failure. */
  readonly notice: string | undefined
  /** Number of the current build, from 1. */
  readonly build: number
  readonly previous: KnownBuild
  /** Returns an answer as JSON text, by its digest. Undefined if the answer is not kept or is damaged. */
  answer(digest: string): string | undefined
  /** Keeps the answer to a new question, as JSON text, for `save`. */
  keepAnswer(digest: string, json: string): void
  /** Makes `next` the last build, completely or not at all. */
  save(next: KnownBuild, site?: SitePieces): void
}

/** What `site render` reads of a page store: the data of the whole site, and the named pages. */
export type NamedPages = ReturnType<typeof openNamedPages>

/**
 * Opens the page store of earlier builds into an export. A new file replaces one that is damaged, has another format or
 * was made with other tools (`identity`). Damaged rows are left out. `notice` reports either. Without a `file` nothing
 * outlives the process.
 */
export function openPageStore(file: string | undefined, identity: string): PageStore {
  if (file === undefined) return storeInMemory()
  const { used, loss } = openOrReplace(file, storeFormat, (database) => {
    const build = readBuild(database)
    expectIdentity(build.known.facts, identity)
    return { ...build, file, identity, database }
  })
  if (!used) return storeInMemory(storeFailure(file, loss))
  if (loss !== undefined) return storeOf({ ...used, notice: `Everything is made again, because ${lossOf(file, loss)}` })
  return storeOf({ ...used, notice: damageOf(used, 'Some pages, notes of documents, styles or lists are made again') })
}

/** Opens a page store for reading only. Empty if the file is missing. `notice` reports a file that cannot be used. */
export function readPageStore(file: string | undefined): PageStore {
  if (file === undefined || !existsSync(file)) return storeInMemory()
  try {
    const read = readDatabase(file, storeFormat, (database) => ({ ...readBuild(database), file, database }))
    return storeOf({ ...read, notice: damageOf(read, 'Not everything can be explained') })
  } catch (error) {
    return storeInMemory(`Nothing can be explained, because ${lossOf(file, error)}`)
  }
}

/** Opens a page store without reading all of it. Throws an `UnusableFile` if it was made with other tools. */
export function openNamedPages(file: string, identity: string) {
  return openDatabase(file, storeFormat, (database) => {
    const facts = readFacts(database)
    expectIdentity(facts, identity)
    return {
      facts,
      sitePiece: (piece: string) => readSitePiece(database, piece),
      /** Opens a store of some pages and their questions. `save` keeps all other pages. Throws if a row is damaged. */
      open(files: string[]) {
        const build = readBuild(database, files)
        if (build.damaged > 0) throw new UnusableFile('is damaged')
        return storeOf({ ...build, file, identity, database, isPartial: true })
      },
      [Symbol.dispose]: () => database.isOpen && database.close(),
    }
  })
}

type Opened = ReturnType<typeof readBuild> & {
  file?: string
  identity?: string
  database: DatabaseSync
  notice?: string | undefined
  /** Whether only some pages of the file were read. If so, `save` keeps the rows that other pages need. */
  isPartial?: boolean
}

function storeOf({ file, identity, database, known: previous, damaged, notice, isPartial }: Opened): PageStore {
  const find = database.prepare('SELECT json FROM answer WHERE digest = ?')
  const fresh = openFreshAnswers(database)
  let failure: unknown
  const build = (previous.facts.build ?? 0) + 1
  const write = (next: KnownBuild, site: SitePieces = new Map()): void => {
    if (failure) throw failure
    if (damaged > 0)
      database.exec('DELETE FROM about; DELETE FROM page; DELETE FROM question; DELETE FROM step; DELETE FROM document')
    const last = damaged > 0 ? readBuild(database).known : previous
    const haveQuestionsChanged = writeBuild(database, { last, next })
    fresh.write()
    if (isPartial) return
    if (haveQuestionsChanged) database.exec('DELETE FROM answer WHERE digest NOT IN (SELECT answer FROM question)')
    writeSite(database, site)
  }
  return {
    get notice() {
      return notice
    },
    build,
    previous,
    answer(digest) {
      try {
        const json = find.get(digest)?.json
        return typeof json === 'string' && digestOf(json) === digest ? json : undefined
      } catch {
        return undefined // the file is damaged
      }
    },
    keepAnswer(digest, json) {
      try {
        fresh.keep(digest, json)
      } catch (error) {
        failure ??= error // `save` reports it
      }
    },
    save(next, site) {
      const facts = { ...next.facts, build, ...(identity && { identity }) }
      try {
        database.exec(`PRAGMA busy_timeout = ${maxWaitMs}; BEGIN IMMEDIATE`)
        write({ ...next, facts }, site)
        database.exec('COMMIT')
      } catch (error) {
        // The published export is complete. The next build starts without a file, because this one may be damaged.
        database.close()
        if (file !== undefined) removeDatabase(file)
        notice = storeFailure(file, error)
      }
    },
    [Symbol.dispose]: () => database.isOpen && database.close(),
  }
}

/** The facts of the last build. Empty if they cannot be read. */
export function readBuildFacts(file: string | undefined): BuildFacts {
  if (file === undefined || !existsSync(file)) return {}
  try {
    return readDatabase(file, storeFormat, readFacts)
  } catch {
    return {}
  }
}

/** A store that is empty, and kept by nobody. */
function storeInMemory(notice?: string): PageStore {
  return createDatabase('', storeFormat, (database) => storeOf({ ...readBuild(database), database, notice }))
}

function expectIdentity({ build, identity: made }: BuildFacts, identity: string | undefined): void {
  // A file that was opened and never saved has neither build nor identity, and may be used.
  if (build !== undefined && made !== identity)
    throw new UnusableFile('was made with other versions of the tools or with other options')
}

function damageOf({ damaged, file }: Opened, consequence: string): string | undefined {
  if (damaged === 0) return undefined
  return `${consequence}, because ${damaged === 1 ? '1 entry is' : `${damaged} entries are`} damaged in "${file}".`
}

function lossOf(file: string, error: unknown): string {
  const { message } = error as Error
  const problem = error instanceof UnusableFile ? `the file ${message}` : message
  return `the results kept in "${file}" cannot be used: ${problem}.`
}

function storeFailure(file: string | undefined, error: unknown): string {
  const { why, hint } = whyOf(error, '--cache')
  return `The next build makes everything again, because the results of this one cannot be kept in "${file}": ${why}. ${hint}`.trim()
}
