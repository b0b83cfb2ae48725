import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { whyOf } from '#content/machine-fault.ts'
import {
  createDatabase,
  longestWaitMs,
  openDatabase,
  openOrReplace,
  readDatabase,
  removeDatabase,
  UnusableFile,
} from '#content/open-database.ts'
import { type BuildFacts, digestOf, type KnownBuild, type SiteParts } from './known-build.ts'
import {
  openFreshAnswers,
  readBuild,
  readFacts,
  readSitePart,
  storeFormat,
  writeBuild,
  writeSite,
} from './store-rows.ts'

export type PageStore = Disposable & {
  /** A sentence on what this build cannot use of what earlier builds left. After a `save` that failed it tells that. */
  readonly notice: string | undefined
  /** Number of the build under way, from 1. */
  readonly build: number
  readonly previous: KnownBuild
  /** A whole answer as JSON, by its digest. Undefined if it is not kept, or damaged. */
  answer(digest: string): string | undefined
  /** Keeps the answer to a new question, as JSON, for `save`. */
  keepAnswer(digest: string, json: string): void
  /** Makes `next` the last build, all of it or nothing. */
  save(next: KnownBuild, site?: SiteParts): void
}

/** What `site render` reads of a page store: what is kept of the whole site, and the pages that it names. */
export type NamedPages = ReturnType<typeof openNamedPages>

/**
 * Opens what is known of earlier builds into an export. A file that is damaged, of another format or of other tools (`identity`) is
 * started anew, a damaged row is left out, and `notice` says so. Without a file nothing outlives the process; without an identity the
 * file is only looked at.
 */
export function openPageStore(file: string | undefined, identity?: string): PageStore {
  return storeOf(open(file, identity))
}

/** Opens a page store without reading all of it. Throws an `UnusableFile` where it is of other tools. */
export function openNamedPages(file: string, identity: string) {
  return openDatabase(file, storeFormat, (database) => {
    const facts = readFacts(database)
    expectIdentity(facts, identity)
    return {
      facts,
      sitePart: (part: string) => readSitePart(database, part),
      /** A store of some pages and their questions; its `save` leaves all others as they are. Throws where a row is damaged. */
      open(files: string[]) {
        const build = readBuild(database, files)
        if (build.damaged > 0) throw new UnusableFile('is damaged')
        return storeOf({ ...build, file, identity, database, isPart: true })
      },
      [Symbol.dispose]: () => database.isOpen && database.close(),
    }
  })
}

type Opened = ReturnType<typeof readBuild> & {
  file: string | undefined
  identity: string | undefined
  database: DatabaseSync
  notice?: string | undefined
  /** Only some pages of the file were read: `save` adds to its rows, and removes none that other pages need. */
  isPart?: boolean
}

function storeOf({ file, identity, database, known: previous, damaged, notice, isPart }: Opened): PageStore {
  const find = database.prepare('SELECT json FROM answer WHERE digest = ?')
  const fresh = openFreshAnswers(database)
  let failure: unknown
  const build = (previous.facts.build ?? 0) + 1
  const write = (next: KnownBuild, site: SiteParts = new Map()): void => {
    if (failure) throw failure
    if (damaged > 0)
      database.exec('DELETE FROM about; DELETE FROM page; DELETE FROM question; DELETE FROM step; DELETE FROM document')
    const last = damaged > 0 ? readBuild(database).known : previous
    const haveQuestionsChanged = writeBuild(database, { last, next })
    fresh.write()
    if (isPart) return
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
        return undefined // where the file is damaged
      }
    },
    keepAnswer(digest, json) {
      try {
        fresh.keep(digest, json)
      } catch (error) {
        failure ??= error // `save` tells
      }
    },
    save(next, site) {
      const facts = { ...next.facts, build, ...(identity && { identity }) }
      try {
        database.exec(`PRAGMA busy_timeout = ${longestWaitMs}; BEGIN IMMEDIATE`)
        write({ ...next, facts }, site)
        database.exec('COMMIT')
      } catch (error) {
        // What is published is whole; the next build begins with nothing rather than with a file that may be damaged.
        database.close()
        if (file !== undefined) removeDatabase(file)
        notice = unkept(file, error)
      }
    },
    [Symbol.dispose]: () => database.isOpen && database.close(),
  }
}

/** What the last build tells of itself. Empty if that cannot be read. */
export function lookAtFacts(file: string | undefined): BuildFacts {
  if (file === undefined || !existsSync(file)) return {}
  try {
    return readDatabase(file, storeFormat, readFacts)
  } catch {
    return {}
  }
}

function open(file: string | undefined, identity: string | undefined): Opened {
  const read = (database: DatabaseSync): Opened => {
    const build = readBuild(database)
    if (identity !== undefined) expectIdentity(build.known.facts, identity)
    return { ...build, file, identity, database }
  }
  const inMemory = (notice?: string): Opened => ({ ...createDatabase('', storeFormat, read), notice })
  const withDamaged = (used: Opened, consequence: string): Opened => {
    if (used.damaged === 0) return used
    const damaged = used.damaged === 1 ? '1 entry is' : `${used.damaged} entries are`
    return { ...used, notice: `${consequence}, because ${damaged} damaged of what was kept in "${file}".` }
  }
  if (file === undefined) return inMemory()
  if (identity === undefined) {
    try {
      return existsSync(file)
        ? withDamaged(readDatabase(file, storeFormat, read), 'Not everything can be explained')
        : inMemory()
    } catch (error) {
      return inMemory(`Nothing can be explained, because ${lossOf(file, error)}`)
    }
  }
  const { used, loss } = openOrReplace(file, storeFormat, read)
  if (!used) return inMemory(unkept(file, loss))
  if (loss !== undefined) return { ...used, notice: `Everything is made again, because ${lossOf(file, loss)}` }
  return withDamaged(used, 'Some pages, notes of documents, styles or lists are made again')
}

function expectIdentity({ build, identity: made }: BuildFacts, identity: string | undefined): void {
  // A file that was opened and never saved has neither build nor identity, and may be used.
  if (build !== undefined && made !== identity)
    throw new UnusableFile('was made with other versions of the tools, or other options')
}

function lossOf(file: string, error: unknown): string {
  const { message } = error as Error
  const problem = error instanceof UnusableFile ? `it ${message}` : message
  return `what was kept in "${file}" cannot be used: ${problem}.`
}

function unkept(file: string | undefined, error: unknown): string {
  const { why, hint } = whyOf(error, '--cache')
  return `The next build makes everything again, because the results of this one cannot be kept in "${file}": ${why}. ${hint}`.trim()
}
