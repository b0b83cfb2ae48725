import { readdirSync, type Stats, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { load } from 'js-yaml'
import type { z } from 'zod'
import { openLines } from '#content/parse/field-lines.ts'
import { nameField } from '#content/parse/parse-document.ts'
import type { FileMarks } from '#content/schema.ts'
import { isRecord } from '#demo/read-body.ts'
import type { ContentKind } from './content-kinds.ts'
import { attempt, BrokenFile, bytesOf, marksOf, problemOf, readText } from './read-file.ts'
import { yamlSchema } from './yaml-schema.ts'

export type RawDocument = Record<string, unknown>
/**
 * A document as its file has it (`raw`, the answer of the service) and as the contract reads it (`data`). If it is
 * invalid, `raw` also has the marks of its file, and `data` only what can be taken from its fields.
 */
export type Stored<T> = { file: string; raw: RawDocument; data: T; isRight: boolean }
/** The documents of a kind in its order. `modified` is the newest change in milliseconds. */
export type Listing<T> = {
  documents: Stored<T>[]
  slugs: Map<unknown, Stored<T>[]>
  ids: Map<unknown, Stored<T>[]>
  modified: number
  /**
   * The marks of a file or folder that should hold all documents but cannot be read. They are answered instead of the
   * documents.
   */
  broken?: RawDocument | undefined
}
/** The documents to read. With `drafts`, a draft replaces its published document. */
export type Scope = { locale: string; drafts: boolean }

export type Content = {
  locales(): string[]
  /**
   * All documents of a kind. With `chosenFrom`, the result of the last read may be returned: if no file was added or
   * removed since, and the files of the meant documents did not change. A request for one document then checks only its
   * own file and not thousands.
   */
  read<S extends z.ZodType>(
    kind: ContentKind<S>,
    scope: Scope,
    chosenFrom?: ChosenFrom<z.output<S>>,
  ): Listing<z.output<S>>
}

/** Chooses the documents that are meant. If it chooses none, all files are checked, once for all waiting requests. */
export type ChosenFrom<T> = (listing: Listing<T>) => Stored<T>[]
/**
 * The result of the last read of a folder, and the time in milliseconds at which files were last added or removed
 * there. It is fresh for the requests that arrived while it was made.
 */
type Look<T> = { changed: number; listing: Listing<T>; isFresh: boolean }

const draftEnding = '.draft.yaml'

export function isDraft({ file }: Stored<unknown>): boolean {
  return file.endsWith(draftEnding)
}

/** Opens a content folder (`{locale}/…`). Files are read when first needed, and again after they were changed. */
export function openContent(folder: string): Content {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(
      `The demo content folder "${folder}" does not exist. Name a folder that contains one folder per locale.`,
    )
  }
  const cache = new Map<string, { stamp: string; documents: Stored<unknown>[] }>()
  const looks = new Map<string, Look<unknown>>()

  const isStill = <T>(path: string, { changed, listing, isFresh }: Look<T>, chosenFrom: ChosenFrom<T>): boolean => {
    const meant = chosenFrom(listing)
    const isSame = (document: Stored<T>) => {
      const known = cache.get(document.file)
      return known?.stamp === stampOf(statSync(document.file)) && known.documents.includes(document)
    }
    return (meant.length > 0 || isFresh) && statSync(path).mtimeMs === changed && meant.every(isSame)
  }

  const readFile = <S extends z.ZodType>(file: string, stamp: string, kind: ContentKind<S>): Stored<z.output<S>>[] => {
    const cached = cache.get(file)
    // A file belongs to one kind, so the documents cached for it come from this schema.
    if (cached?.stamp === stamp) return cached.documents as Stored<z.output<S>>[]
    const documents = documentsIn(file, kind)
    cache.set(file, { stamp, documents })
    return documents
  }

  return {
    locales: () =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),

    read<S extends z.ZodType>(kind: ContentKind<S>, { locale, drafts }: Scope, chosenFrom?: ChosenFrom<z.output<S>>) {
      const path = join(folder, locale, kind.path)
      // A build requests the lists first, and has to see each file as it is now. A preview requests lists with drafts
      // all the time.
      if (isList(kind) && !drafts) looks.clear()
      const look = looks.get(`${path} ${drafts}`) as Look<z.output<S>> | undefined // a folder holds one kind
      if (look && chosenFrom && attempt(path, () => isStill(path, look, chosenFrom)).value) return look.listing
      const documents: Stored<z.output<S>>[] = []
      const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
      let modified = changed
      const files = attempt(path, () => filesOf(path, drafts))
      let { broken } = files
      for (const [file, stats] of files.value ?? []) {
        modified = Math.max(modified, stats.mtimeMs)
        const read = attempt(file, () => readFile(file, stampOf(stats), kind))
        if (read.value) for (const one of read.value) documents.push(one)
        else if (isList(kind)) broken = read.broken
        else documents.push(brokenDocument(file, read.broken))
      }
      const { order } = kind
      if (order) documents.sort((a, b) => order(a.data, b.data))
      const named = (field: 'id' | 'slug') =>
        Map.groupBy(documents, ({ data }) => (data as { id?: unknown; slug?: unknown })[field])
      const listing = { documents, slugs: named('slug'), ids: named('id'), modified, broken }
      const made = { changed, listing, isFresh: true }
      setImmediate(() => {
        made.isFresh = false
      })
      // If a file was just added, another may be added without changing the time of the folder.
      if (Date.now() - changed > settledMs) looks.set(`${path} ${drafts}`, made)
      else looks.delete(`${path} ${drafts}`)
      return listing
    },
  }
}

/**
 * The clock of a file system may advance in steps of some milliseconds, and the clock of another machine may differ.
 */
const settledMs = 1000

function stampOf({ mtimeMs, size }: { mtimeMs: number; size: number }): string {
  return `${mtimeMs} ${size}`
}

function isList({ path }: ContentKind): boolean {
  return path.endsWith('.yaml')
}

function filesOf(path: string, drafts: boolean): [file: string, stats: Stats][] {
  const names = path.endsWith('.yaml')
    ? ['.yaml', '.yml', draftEnding].map((ending) => basename(path, '.yaml') + ending)
    : yamlNames(path)
  const folder = path.endsWith('.yaml') ? join(path, '..') : path
  const chosen = new Map<string, [string, Stats]>()
  for (const name of names) {
    const file = join(folder, name)
    const isDraft = name.endsWith(draftEnding)
    const base = isDraft ? name.slice(0, -draftEnding.length) : basename(name, '.yaml')
    const counts = isDraft ? drafts : !chosen.has(base)
    const stats = counts && statSync(file, { throwIfNoEntry: false })
    if (stats) chosen.set(base, [file, stats])
  }
  return [...chosen.values()]
}

function yamlNames(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  return readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
}

/**
 * The documents of a file, or a stand-in if the whole file is invalid. Throws for a list, and for errors that prevent
 * the file from being read.
 */
function documentsIn<S extends z.ZodType>(file: string, kind: ContentKind<S>): Stored<z.output<S>>[] {
  try {
    return parseFile(file, kind)
  } catch (error) {
    if (isList(kind) || typeof (error as NodeJS.ErrnoException).code === 'string') throw error
    return [brokenDocument(file, marksOf(file, { '@problem': problemOf(error) }))]
  }
}

function brokenDocument<T>(file: string, marks: FileMarks): Stored<T> {
  return wrongDocument(file, { ...keysIn(file), ...marks })
}

/**
 * Parses a file. A document is answered as it is, whatever its shape: the client reports what is wrong with it, in the
 * same words as for any service.
 */
function parseFile<S extends z.ZodType>(file: string, kind: ContentKind<S>): Stored<z.output<S>>[] {
  if (file.endsWith('.yml')) throw new BrokenFile('is not read: its name must end in ".yaml"')
  const text = readText(file)
  const value = load(text, { filename: file, schema: yamlSchema })
  if (holdsTooMuch(value)) throw new BrokenFile(tooMuch)
  const raws: unknown[] = [value ?? []].flat()
  if (raws.length === 0 && !isList(kind)) throw new BrokenFile('is empty')
  let lineOf: ReturnType<typeof openLines> | undefined // reads the whole file once more
  return raws.map((raw, index) => {
    if (!isRecord(raw)) throw new BrokenFile('has no fields, such as "id: 1"')
    const { success, data, error } = kind.schema.safeParse(raw)
    const wrong = success ? unknownBlocks(data) : error.issues.map(({ path }) => path)
    if (success && wrong.length === 0) return { file, raw, data, isRight: true }
    lineOf ??= openLines(text, file)
    const lines: [string, number][] = []
    for (const path of wrong) lines.push([nameField(path), lineOf(Array.isArray(value) ? [index, ...path] : path)])
    const marked = { ...raw, ...marksOf(file, { '@lines': Object.fromEntries(lines) }) }
    return success ? { file, raw: marked, data, isRight: true } : wrongDocument(file, marked)
  })
}

/** A few lines with aliases of aliases could expand to more than any memory holds. */
const maxValues = 2_000_000
const tooMuch =
  'contains itself, or more than two million values: each alias, such as "*name", repeats everything that its anchor contains'

function holdsTooMuch(value: unknown): boolean {
  const waiting = [value]
  for (let count = 0; waiting.length > 0; count += 1) {
    if (count + waiting.length > maxValues) return true
    const one = waiting.pop()
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) waiting.push(inner)
  }
  return false
}

function unknownBlocks(data: unknown): PropertyKey[][] {
  const { blocks } = data as { blocks?: { type: string }[] }
  return (blocks ?? []).flatMap(({ type }, index) => (type === 'unknown' ? [['blocks', index]] : []))
}

function wrongDocument<T>(file: string, raw: RawDocument): Stored<T> {
  const { id, title, blocks } = raw
  const isId = typeof id === 'number' || typeof id === 'string'
  const data = {
    ...raw,
    id: isId ? String(id) : '',
    title: `${title ?? ''}`,
    blocks: Array.isArray(blocks) ? blocks : [],
  }
  return { file, raw, data: data as T, isRight: false } // only as complete as its fields
}

/** The id and slug that an invalid YAML file seems to have. */
function keysIn(file: string): { id?: string; slug?: string } {
  const text = attempt(file, () => bytesOf(file).toString()).value ?? ''
  const [, id] = /^id: *["']?([\w-]+)/m.exec(text) ?? []
  const [, slug] = /^slug: *["']?([\w-]+)/m.exec(text) ?? []
  return { ...(id !== undefined && { id }), ...(slug !== undefined && { slug }) }
}
