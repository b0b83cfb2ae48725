import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { load, YAMLException } from 'js-yaml'
import type { z } from 'zod'
import {
  contactPersonSchema,
  hiddenPageSchema,
  jobOfferSchema,
  menuItemSchema,
  pageSchema,
  postSchema,
  productCategorySchema,
  serviceSchema,
  sitemapNodeSchema,
} from '#content/schema.ts'
import { isRecord } from './read-body.ts'

/** One kind of document: a list in one file (`path` ends in `.yaml`), or a folder with one file a document. */
export type ContentKind<S extends z.ZodType = z.ZodType> = { path: string; schema: S }

/** Every kind of document below a locale's folder. */
export const contentKinds = {
  menus: { path: 'menus.yaml', schema: menuItemSchema },
  nodes: { path: 'nodes.yaml', schema: sitemapNodeSchema },
  contactPeople: { path: 'contact-people.yaml', schema: contactPersonSchema },
  productCategories: { path: 'product-categories.yaml', schema: productCategorySchema },
  pages: { path: 'pages', schema: pageSchema },
  posts: { path: 'posts', schema: postSchema },
  services: { path: 'services', schema: serviceSchema },
  jobOffers: { path: 'job-offers', schema: jobOfferSchema },
  hiddenPages: { path: 'hidden-pages', schema: hiddenPageSchema },
} satisfies Record<string, ContentKind>

export type RawDocument = Record<string, unknown>
/** A document as its file has it (`raw`, what the service answers) and as the contract reads it (`data`). */
export type Stored<T> = { file: string; raw: RawDocument; data: T }
/** The documents of a kind in the order of their files; `modified` is the newest change in milliseconds. */
export type Listing<T> = { documents: Stored<T>[]; modified: number }
/** Which documents are meant; with `drafts` a draft stands in for its published document. */
export type Scope = { locale: string; drafts: boolean }

export type Content = {
  locales(): string[]
  /**
   * Throws a `BrokenFile` naming file and field when a document does not obey the contract. Drafts need not: they only have to be YAML
   * with an id.
   */
  read<S extends z.ZodType>(kind: ContentKind<S>, scope: Scope): Listing<z.output<S>>
}

type CachedFile = { stamp: string; documents: Stored<unknown>[] }

const draftEnding = '.draft.yaml'

/** Opens a content folder (`{locale}/…`). Files are read when first asked for and again after they were changed. */
export function openContent(folder: string): Content {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`The demo content folder "${folder}" does not exist. Name a folder that holds one folder a locale.`)
  }
  const cache = new Map<string, CachedFile>()

  const readFile = <S extends z.ZodType>(file: string, stamp: string, schema: S): Stored<z.output<S>>[] => {
    const cached = cache.get(file)
    // A file belongs to one kind, so what is cached under its name came from this schema.
    if (cached?.stamp === stamp) return cached.documents as Stored<z.output<S>>[]
    const documents = parseFile(file, schema)
    cache.set(file, { stamp, documents })
    return documents
  }

  return {
    locales: () => folderNames(folder),

    read(kind, { locale, drafts }) {
      const path = join(folder, locale, kind.path)
      let modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
      const documents = filesOf(path, drafts).flatMap((file) => {
        const { mtimeMs, size } = statSync(file)
        modified = Math.max(modified, mtimeMs)
        return readFile(file, `${mtimeMs} ${size}`, kind.schema)
      })
      return { documents, modified }
    },
  }
}

function folderNames(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

function filesOf(path: string, drafts: boolean): string[] {
  const names = path.endsWith('.yaml')
    ? [basename(path), basename(path).replace('.yaml', draftEnding)]
    : yamlNames(path)
  const folder = path.endsWith('.yaml') ? join(path, '..') : path
  const chosen = new Map<string, string>()
  for (const name of names) {
    const file = join(folder, name)
    const isDraft = name.endsWith(draftEnding)
    const base = isDraft ? name.slice(0, -draftEnding.length) : name.slice(0, -'.yaml'.length)
    const counts = isDraft ? drafts : !chosen.has(base)
    if (counts && statSync(file, { throwIfNoEntry: false })?.isFile()) chosen.set(base, file)
  }
  return [...chosen.values()]
}

function yamlNames(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
}

function parseFile<S extends z.ZodType>(file: string, schema: S): Stored<z.output<S>>[] {
  const value = parseYaml(file)
  const raws: unknown[] = Array.isArray(value) ? value : [value]
  return raws.map((raw, index) => {
    const at = Array.isArray(value) ? `[${index}]` : ''
    if (!isRecord(raw)) throw brokenFile(file, `${at || 'the file'} must hold fields.`)
    const result = schema.safeParse(raw)
    if (result.success) return { file, raw, data: result.data }
    if (file.endsWith(draftEnding) && hasId(raw)) return { file, raw, data: draftData(raw) as z.output<S> } // as far as it goes
    throw brokenFile(
      file,
      result.error.issues
        .map((issue) => describeIssue(issue, at))
        .join('; ')
        .concat('.'),
      result.error,
    )
  })
}

/** Editors save what is not right yet; whoever previews it is to be told, not refused. */
function draftData(raw: RawDocument): RawDocument {
  const { id, title, blocks } = raw
  return { ...raw, id: String(id), title: `${title ?? ''}`, blocks: Array.isArray(blocks) ? blocks : [] }
}

function hasId({ id }: RawDocument): boolean {
  return typeof id === 'number' || (typeof id === 'string' && id !== '')
}

function parseYaml(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return load(text, { filename: file }) ?? []
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause
    const { reason, mark } = cause
    const place = mark ? `, at line ${mark.line + 1}, column ${mark.column + 1}` : ''
    throw brokenFile(file, `${reason}${place}.`, cause)
  }
}

function describeIssue(issue: z.core.$ZodIssue, at: string): string {
  const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return `field "${`${at}${path}`.replace(/^\./, '')}": ${issue.message}`
}

/** A content file that cannot be answered with. */
export class BrokenFile extends Error {
  override name = 'BrokenFile'
}

function brokenFile(file: string, problem: string, cause?: unknown): BrokenFile {
  return new BrokenFile(
    `The content file "${file}" is not right: ${problem} Correct it; it is read anew at the next request.`,
    { cause },
  )
}
