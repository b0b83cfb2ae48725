import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Finding } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'
import { linesOf, readAll, sealOf, tables, writeChanges } from './memory-tables.ts'
import type { Reason } from './reason.ts'
import type { Stamp } from './stamps.ts'

/** A question that pages asked, without the parts of the answer that those did not read. */
export type KnownQuestion = {
  id: number
  question: string
  unread: string[]
  /** Digest of the answer as JSON. */
  digest: string
  /** Where the answer is a document: the digest of what the service sent. */
  source?: string
  /** Where the answer is read in parts: the digest of what its pages looked for in vain. */
  lacking?: string
}

/** What is only looked at when an answer differs: the answer as JSON without what was not read, and what was looked for in vain. */
export type LastAnswer = { json: string; lacking: string[] }

/** What is known of a page of the export. */
export type KnownPage = {
  file: string
  locale: string
  slug: string
  href: string
  /** Ids of its questions, in the order it asked them. */
  asked: Uint32Array
  stamps: Stamp[]
  findings: Finding[]
  /** Digest of its bytes in hex, and their number. */
  sha256: string
  bytes: number
  /** Why it was rendered, and in which build. */
  reasons: Reason[]
  build: number
}

/** What a step of the build made of its inputs: files of the export with the digests of their bytes, and a result as JSON. */
export type KnownStep = {
  inputs: string
  sources: Record<string, string>
  files: Record<string, string>
  result: unknown
}

/** All that builds into one export remember of the last one; objects are never changed, only replaced. */
export type Remembered = {
  questions: Map<number, KnownQuestion>
  pages: Map<string, KnownPage>
  steps: Map<string, KnownStep>
  facts: Record<string, unknown>
}

export type PageMemory = Disposable & {
  /** A sentence on why nothing of earlier builds can be used, where there was something; or, after a `save` that failed, of this one. */
  readonly notice: string | undefined
  /** Number of the build under way, from 1. */
  readonly build: number
  readonly last: Remembered
  /** The answer to a question when it was last asked; no seal covers it. */
  answerOf(id: number): LastAnswer
  /** Makes `next` what is remembered, all of it or nothing. `answers` holds those of new questions. */
  save(next: Remembered, answers: ReadonlyMap<number, LastAnswer>): void
}

const format = 3
/**
 * Opens what builds into one export remember. What is damaged, of another format or of other tools (`identity`) is forgotten, and
 * `notice` says why. Without a file nothing outlives the process; without an identity the file is only looked at.
 */
export function openPageMemory(file: string | undefined, identity?: string): PageMemory {
  const { db, last, notice } = open(file, identity)
  const build = Number(last.facts.build ?? 0) + 1
  let lost = notice
  return {
    get notice() {
      return lost
    },
    build,
    last,
    answerOf(id) {
      try {
        const row = db.prepare('SELECT answer, looked FROM question WHERE id = ?').get(id)
        return { json: String(row?.answer ?? ''), lacking: linesOf(row?.looked) }
      } catch {
        return { json: '', lacking: [] } // where the file is damaged, an answer of before is only not told
      }
    },
    save(next, answers) {
      const facts = { ...next.facts, build, format, identity, seal: sealOf(next) }
      try {
        db.exec('BEGIN IMMEDIATE')
        writeChanges(db, last, next, answers)
        const fact = db.prepare('INSERT OR REPLACE INTO about VALUES (?, ?)')
        for (const [name, value] of Object.entries(facts)) fact.run(name, JSON.stringify(value))
        db.exec('COMMIT')
      } catch (error) {
        // What is published is whole; the next build begins without a memory rather than with an old one that may be damaged.
        db.close()
        if (file !== undefined) removeFile(file)
        lost = unkept(file, error)
      }
    },
    [Symbol.dispose]: () => db.isOpen && db.close(),
  }
}

type Opened = { db: DatabaseSync; last: Remembered; notice?: string }

function open(file: string | undefined, identity: string | undefined): Opened {
  const nothing = (): Remembered => ({ questions: new Map(), pages: new Map(), steps: new Map(), facts: {} })
  const isOnlyLook = identity === undefined
  if (file === undefined || (isOnlyLook && !existsSync(file))) return { db: start(':memory:'), last: nothing() }
  let db: DatabaseSync
  const isThere = existsSync(file)
  const isEmpty = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
  try {
    mkdirSync(dirname(file), { recursive: true })
    db = new DatabaseSync(file, { readOnly: isOnlyLook })
  } catch (error) {
    return { db: start(':memory:'), last: nothing(), notice: unkept(file, error) }
  }
  try {
    db.exec('PRAGMA synchronous = OFF; PRAGMA trusted_schema = OFF')
    if (!isOnlyLook && isEmpty) {
      db.exec(tables)
      const notice = `Every page is rendered anew, because what earlier builds left in "${file}" is empty.`
      return { db, last: nothing(), ...(isThere && { notice }) }
    }
    const last = readAll(db)
    const { facts, pages, questions } = last
    if (Object.keys(facts).length + pages.size + questions.size === 0) return { db, last } // opened, never saved
    if (facts.format !== format) throw new Error('it was made by another version of this tool')
    if (!isOnlyLook && facts.identity !== identity)
      throw new Error('it was made with other versions of the tools, or other options')
    if (facts.seal !== sealOf(last)) throw new Error('it is damaged')
    return { db, last }
  } catch (error) {
    db.close()
    const problem = `what earlier builds left in "${file}" cannot be used: ${(error as Error).message}.`
    if (isOnlyLook) return { db: start(':memory:'), last: nothing(), notice: `Nothing can be told, because ${problem}` }
    const notice = `Every page is rendered anew, because ${problem}`
    try {
      removeFile(file)
      return { db: start(file), last: nothing(), notice }
    } catch (cause) {
      return { db: start(':memory:'), last: nothing(), notice: `${notice} ${unkept(file, cause)}` }
    }
  }
}

function unkept(file: string | undefined, error: unknown): string {
  const { why, hint = '' } = machineFault(error, '--cache') ?? { why: (error as Error).message }
  return `The next build renders every page anew, because what this one knows cannot be kept in "${file}": ${why}. ${hint}`.trim()
}

function removeFile(file: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
}

function start(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA synchronous = OFF; ${tables}`)
  return db
}
