import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { KnownPage, KnownQuestion, KnownStep, LastAnswer, Remembered } from './page-memory.ts'

/** The tables of a page memory. */
export const tables = `
  CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE question (id INTEGER PRIMARY KEY, question TEXT NOT NULL, unread TEXT NOT NULL, digest TEXT NOT NULL, source TEXT, lacking TEXT, answer TEXT NOT NULL, looked TEXT NOT NULL);
  CREATE TABLE page (file TEXT PRIMARY KEY, asked BLOB NOT NULL, known TEXT NOT NULL, told TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE step (name TEXT PRIMARY KEY, known TEXT NOT NULL) WITHOUT ROWID;
`

/** Writes what differs between two builds; objects that are the same are not looked into. */
export function writeChanges(
  db: DatabaseSync,
  last: Remembered,
  next: Remembered,
  answers: ReadonlyMap<number, LastAnswer>,
): void {
  const addQuestion = db.prepare('INSERT INTO question VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const moveQuestion = db.prepare('UPDATE question SET source = ?, unread = ? WHERE id = ?')
  forEachNew(
    last.questions,
    next.questions,
    ({ id, question, unread, digest, source = null, lacking = null }, before) => {
      const lines = unread.join('\n')
      const { json = '', lacking: looked = [] } = answers.get(id) ?? {}
      if (before) moveQuestion.run(source, lines, id)
      else addQuestion.run(id, question, lines, digest, source, lacking, json, looked.join('\n'))
    },
  )
  forEachGone(last.questions, next.questions, db.prepare('DELETE FROM question WHERE id = ?'))
  const putPage = db.prepare('INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?)')
  forEachNew(last.pages, next.pages, (page) => {
    const { file, asked, locale, slug, href, reasons, build } = page
    putPage.run(file, bytesOf(asked), knownOf(page), JSON.stringify({ locale, slug, href, reasons, build }))
  })
  forEachGone(last.pages, next.pages, db.prepare('DELETE FROM page WHERE file = ?'))
  const putStep = db.prepare('INSERT OR REPLACE INTO step VALUES (?, ?)')
  forEachNew(last.steps, next.steps, (step, _, name) => putStep.run(name, JSON.stringify(step)))
  forEachGone(last.steps, next.steps, db.prepare('DELETE FROM step WHERE name = ?'))
}

function forEachNew<K, V>(last: Map<K, V>, next: Map<K, V>, work: (value: V, before: V | undefined, key: K) => void) {
  for (const [key, value] of next) {
    const before = last.get(key)
    if (before !== value) work(value, before, key)
  }
}

function forEachGone<K extends string | number>(
  last: Map<K, unknown>,
  next: Map<K, unknown>,
  drop: { run: (key: K) => unknown },
) {
  for (const key of last.keys()) if (!next.has(key)) drop.run(key)
}

/** What decides whether a page stands, as text. */
function knownOf({ stamps, findings, sha256, bytes }: KnownPage): string {
  return JSON.stringify({ stamps, findings, sha256, bytes })
}

function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}

/** A digest of all that later builds rely on, so that no byte of it can change unseen. */
export function sealOf({ questions, pages, steps, facts }: Remembered): string {
  const hash = createHash('sha256')
  const rows: string[] = []
  for (const id of [...questions.keys()].sort((a, b) => a - b)) rows.push(JSON.stringify(questions.get(id)))
  hash.update(rows.join('\n'))
  for (const file of [...pages.keys()].sort()) {
    const page = pages.get(file)
    if (page) hash.update(`\n${file}\n${knownOf(page)}\n`).update(bytesOf(page.asked))
  }
  for (const name of [...steps.keys()].sort()) hash.update(`\n${name}\n${JSON.stringify(steps.get(name))}`)
  const { build: _, format: _format, identity: _identity, seal: _seal, ...given } = facts
  return hash.update(JSON.stringify(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)))).digest('base64url')
}

/** Lines of a column that holds several texts; none for one that is empty or nothing. */
export function linesOf(text: unknown): string[] {
  return typeof text === 'string' && text !== '' ? text.split('\n') : []
}

/** All that is remembered. Throws where a row is not what a build writes. */
export function readAll(db: DatabaseSync): Remembered {
  const questions = new Map<number, KnownQuestion>()
  for (const row of db.prepare('SELECT id, question, unread, digest, source, lacking FROM question').iterate()) {
    const { id, question, unread, digest, source, lacking } = row as Record<string, string | number | null>
    questions.set(Number(id), {
      id: Number(id),
      question: String(question),
      unread: linesOf(unread),
      digest: String(digest),
      ...(source !== null && { source: String(source) }),
      ...(lacking !== null && { lacking: String(lacking) }),
    })
  }
  const pages = new Map<string, KnownPage>()
  for (const { file, asked, known, told } of db.prepare('SELECT * FROM page').iterate()) {
    if (!(asked instanceof Uint8Array)) throw new Error('it is damaged')
    const numbers = new Uint32Array(asked.buffer.slice(asked.byteOffset, asked.byteOffset + asked.byteLength))
    // The seal tells whether this is what was written.
    pages.set(String(file), {
      file: String(file),
      asked: numbers,
      ...JSON.parse(String(known)),
      ...JSON.parse(String(told)),
    })
  }
  const steps = new Map<string, KnownStep>()
  for (const { name, known } of db.prepare('SELECT * FROM step').iterate())
    steps.set(String(name), JSON.parse(String(known)))
  const facts: Record<string, unknown> = {}
  for (const { name, value } of db.prepare('SELECT * FROM about').iterate())
    facts[String(name)] = JSON.parse(String(value))
  return { questions, pages, steps, facts }
}
