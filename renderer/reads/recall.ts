import { hash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import type { Settings } from '#renderer/settings.ts'
import { digestOf } from './digest-of.ts'
import type { PartialAnswer } from './merge-answers.ts'
import type { KnownPage } from './page-memory.ts'
import type { PrintedNames } from './restamp-page.ts'
import type { KnownSource } from './source-digests.ts'

/** What a page can be rendered with again, beside the answers that the page memory holds. */
export type Recall = {
  /** The settings as they were written, and what was made of them. */
  settings: { given: unknown; checked: Settings }
  /** Tells settings, options and tools apart. */
  frame: string
  locales: string[]
  /** Files of the project that answers, styles and scripts were made of; of one that changed nothing is known. */
  sources: Record<string, KnownSource>
  /** Files that all pages load, with the digests of their bytes. */
  files: Record<string, string>
  names: PrintedNames
  /** Addresses that editors wrote and that lead nowhere, or may not be followed. */
  badLinks: Record<string, 'link-dead' | 'link-unsafe'>
  /** Figures of the whole export. */
  figures: {
    pages: { total: number; byLocale: Record<string, number> }
    bytes: { html: number; css: number; js: number; images: number }
    images: { sources: number; variants: number }
  }
  /** Digests and sizes of pages that were rendered since by themselves. */
  since: Record<string, { sha256: string; bytes: number }>
}

export type RecalledPage = Pick<KnownPage, 'file' | 'locale' | 'slug' | 'href' | 'sha256' | 'bytes'> & {
  /** What it asked when it was rendered last, by question; several answers where parts of it read different parts of one. */
  answers: ReadonlyMap<string, RecalledAnswer[]>
}

/** `source` is the digest of a document as the service sent it. */
export type RecalledAnswer = PartialAnswer & { source?: string }

export type OpenRecall = Disposable & {
  readonly recall: Recall
  /** Pages by slug, address or file. Throws for an answer that is not what was kept. */
  pagesNamed(name: string): RecalledPage[]
  /** What any page was answered. */
  answersTo(question: string): RecalledAnswer[]
}

const columns = 'question, unread, digest, source, answer'

/** Keeps what pages can be rendered with again, for as long as the page memory in `file` is not touched. */
export function saveRecall(file: string, recall: Recall): void {
  const text = JSON.stringify({ ...recall, mark: markOf(file) })
  writeFileSync(recallFile(file), `${hash('sha256', text)}\n${text}`)
}

export function forgetRecall(file: string): void {
  rmSync(recallFile(file), { force: true })
}

/** Nothing where there is none, it is damaged, or something else wrote into the page memory. */
export function openRecall(file: string): OpenRecall | undefined {
  const recall = readRecall(file)
  if (!recall) return undefined
  const db = new DatabaseSync(file, { readOnly: true })
  const select = db.prepare('SELECT file, asked, known, told FROM page WHERE file = ? OR instr(told, ?)')
  const byId = db.prepare(`SELECT ${columns} FROM question WHERE id = ?`)
  const byText = db.prepare(`SELECT ${columns} FROM question WHERE question = ?`)
  const answersOf = (asked: Uint32Array): RecalledPage['answers'] =>
    Map.groupBy(
      [...asked].map((id) => answerIn(byId.get(id))),
      ({ question }) => question,
    )
  return {
    recall,
    pagesNamed(name) {
      return select.all(name, JSON.stringify(name)).flatMap((row) => {
        const told = JSON.parse(String(row.told)) as Pick<KnownPage, 'locale' | 'slug' | 'href'> // as it was kept
        const file = String(row.file)
        if (![file, told.slug, told.href].includes(name)) return []
        const { sha256, bytes } = recall.since[file] ?? (JSON.parse(String(row.known)) as KnownPage)
        const asked = row.asked as Uint8Array
        const ids = new Uint32Array(asked.buffer.slice(asked.byteOffset, asked.byteOffset + asked.byteLength))
        return [{ ...told, file, sha256, bytes, answers: answersOf(ids) }]
      })
    },
    answersTo: (question) => byText.all(question).map(answerIn),
    [Symbol.dispose]: () => db.close(),
  }
}

/** Throws for a row that is missing, or not what was kept: no seal covers answers. */
function answerIn(row: Record<string, SQLOutputValue> | undefined): RecalledAnswer & { question: string } {
  const { question, unread, digest, source, answer } = row ?? {}
  const json = String(answer)
  if (digestOf(json) !== digest) throw new Error(`The answer to ${question} is not what was kept.`)
  const paths = String(unread).split('\n').filter(Boolean)
  return { question: String(question), json, unread: paths, ...(source !== null && { source: String(source) }) }
}

function readRecall(file: string): Recall | undefined {
  try {
    const [seal = '', text = ''] = readFileSync(recallFile(file), 'utf8').split('\n')
    if (hash('sha256', text) !== seal) return undefined
    const { mark, ...recall } = JSON.parse(text) as Recall & { mark: string } // as it was kept, by the seal
    return mark === markOf(file) ? recall : undefined
  } catch {
    return undefined
  }
}

/** Another text whenever the file may hold something else: no tool can set when its inode last changed. */
function markOf(file: string): string {
  const { ctimeMs, mtimeMs, size, ino } = statSync(file)
  return existsSync(`${file}-journal`) ? '' : `${ctimeMs} ${mtimeMs} ${size} ${ino}`
}

function recallFile(file: string): string {
  return file.replace(/\.pages\.sqlite$/, '.recall')
}
