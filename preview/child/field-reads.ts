import type { FieldRead } from '#preview/field-read.ts'
import type { PageReads } from '#renderer/reads/recorder.ts'
import type { DraftState } from './draft-state.ts'
import { plainFields } from './plain-fields.ts'

/** Parts of answers that no visitor sees. */
const unseen =
  /(^|\.)(id|slug|type|mime|lastModified|updatedAt|layout|nodeType|group|locale|cssClass|typeReferenceId|collection|key|kind|origin|hreflang|target)$/

/** Every text and number that a page was rendered from, by the record and the field it stands in, as recorded when it was rendered. */
export function fieldReads(page: PageReads, { place, read: { draft } }: DraftState): FieldRead[] {
  const reads = page.values().flatMap(({ question, path, value }): FieldRead[] => {
    if (question.startsWith('["text"')) return textReads(question, value)
    if ((typeof value !== 'string' || !value.trim()) && typeof value !== 'number') return []
    const source = sourceOf(question)
    if (!source || unseen.test(path)) return []
    const record = isOwn(source, place) ? `${place.locale}/${place.kind}/${place.id}` : source.record
    return [{ record, path: [source.field, path].filter(Boolean).join('.'), value: String(value) }]
  })
  const document = draft.kind === 'product_categories' ? draft.category : draft.document
  const order = new Map(
    plainFields(document).map(({ path }, at) => [`${place.locale}/${place.kind}/${place.id} ${path}`, at]),
  )
  const unique = new Map(reads.map((read) => [`${read.record} ${read.path}`, read]))
  const rank = (key: string): number => (key.endsWith(' title') && order.has(key) ? -1 : (order.get(key) ?? order.size)) // what is of no document keeps the order of reading
  return [...unique].sort(([a], [b]) => rank(a) - rank(b)).map(([, read]) => read)
}

/** An interface text is read in every form it has, by its full key; the default locale's where the locale has none. */
function textReads(question: string, value: unknown): FieldRead[] {
  const [, locale = ''] = JSON.parse(question) as string[] // questions are made by `questionOf`
  const { default: fallback, ...own } = (value ?? {}) as Record<string, unknown> // as `writtenText` gives it
  const forms = typeof fallback === 'object' && fallback !== null ? fallback : own
  return Object.entries(forms).flatMap(([path, text]) =>
    typeof text === 'string' ? { record: `locales/${locale}.json`, path, value: text } : [],
  )
}

type Source = { record: string; field?: string; isDocument: boolean }

/** What a question of a page asks for, as a record that editors know. */
function sourceOf(question: string): Source | undefined {
  const [name, first = '', second = '', third = ''] = JSON.parse(question) as string[] // questions are made by `questionOf`
  switch (name) {
    case 'document':
      return { record: `${first}/${second}/${third}`, isDocument: true }
    case 'member':
      return { record: `${first}/${second}/${third}`, isDocument: false }
    case 'category':
      return { record: `${first}/product_categories/${second}`, isDocument: false }
    case 'menu':
      return { record: `${first}/menus`, field: second, isDocument: false }
    case 'facts':
      return { record: 'site.config.ts', isDocument: false }
    case 'place':
      return { record: 'sitemap_nodes', isDocument: false }
    default:
      return undefined
  }
}

/** A page renders one document, or the category it is made of. */
function isOwn({ record, isDocument }: Source, { kind, locale, id }: DraftState['place']): boolean {
  return isDocument || record === `${locale}/${kind}/${id}`
}
