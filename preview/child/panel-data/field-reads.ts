import { type Field, fieldsOf } from '#content/fields.ts'
import { documentSchemas, type MenuItem } from '#content/schema.ts'
import { isWritten } from '#locales/translator.ts'
import type { DraftState } from '#preview/child/draft/draft-state.ts'
import type { DraftPlace } from '#preview/child/draft/read-draft.ts'
import type { FieldRead } from '#preview/panel-data.ts'
import type { Route } from '#renderer/plan/route.ts'
import { type Answer, parseQuestion, questionOf } from '#renderer/reads/look-ups.ts'
import type { Read } from '#renderer/reads/recorder.ts'
import type { Site } from '#renderer/site/site.ts'
import { settingOf, siteFacts } from '#renderer/site/site-facts.ts'
import type { TextFile } from '#renderer/site/text-file.ts'

/**
 * Parts of answers that visitors do not see. A field of a document is an exception if the contract says that it is
 * shown.
 */
const unseen =
  /(^|\.)(id|slug|type|mime|lastModified|size|width|height|updatedAt|layout|nodeType|group|locale|cssClass|typeReferenceId|collection|key|kind|origin|hreflang|target|noindex|parentBranch\[\d+\]|social\[\d+\]\.name)$/

/** A text that a page was rendered from: its field, and a key made of the question and the place in the answer. */
export type FieldValue = { key: string; read: FieldRead }

/** The page that asked, the document that it shows, and the function that names the files of texts. */
export type FieldScope = { site: Site; route: Route; place: DraftPlace | undefined; textFile: TextFile }

/**
 * Returns every text and number that a page was rendered from, with its record and field, as recorded during rendering.
 */
export function fieldReads(
  asked: Read[],
  { place, route, assembled }: DraftState,
  { fields, textFile }: { fields: Field[]; textFile: TextFile },
): FieldRead[] {
  const record = `${place.locale}/${place.kind}/${place.id}`
  const reads = valuesOf(asked, { site: assembled.site, route, place, textFile })
  const order = new Map(fields.map(({ path }, at) => [`${record} ${path}`, at]))
  const unique = new Map(reads.map(({ read }) => [`${read.record} ${read.path}`, read]))
  // The title comes first, then the other fields of the document in its order, then everything else in the order of
  // reading.
  const rank = (key: string): number => (key.endsWith(' title') && order.has(key) ? -1 : (order.get(key) ?? order.size))
  return [...unique].sort(([a], [b]) => rank(a) - rank(b)).map(([, read]) => read)
}

/** Returns every text that a page was rendered from, each once. Texts of its own document come first. */
export function fieldValues(asked: Read[], scope: FieldScope): FieldValue[] {
  const texts = valuesOf(asked, scope).filter(({ isText }) => isText)
  const isOwn = ({ key }: FieldValue): boolean => key.startsWith('["document"')
  // the page and a part of it may both read a value
  const unique = new Map(texts.map((one) => [one.key, one]))
  return [...unique.values()].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
}

/** Returns the key of an interface text, in the plural form that these values select. */
export function textKey(site: Site, locale: string, key: string, values?: Record<string, string | number>): string {
  const { texts, isOwn } = formsOf(site.writtenText(locale, key), key)
  const count = values?.count
  const select = (of: number) => new Intl.PluralRules(isOwn ? locale : site.family.defaultLocale).select(of)
  // in the order of i18next
  const plurals = typeof count === 'number' ? [...(count === 0 ? ['zero'] : []), select(count)] : []
  const form = plurals.map((plural) => `${key}_${plural}`).find((one) => Object.hasOwn(texts, one)) ?? key
  return `${questionOf('text', [locale, key])} ${form}`
}

function valuesOf(reads: Read[], scope: FieldScope): (FieldValue & { isText: boolean })[] {
  return reads.flatMap(({ question, answer }) => {
    const asked = parseQuestion(question)
    if (asked.name === 'text') return textValues(question, asked.args, answer, scope)
    // its answer has that type
    if (asked.name === 'notFoundWords') return notFoundValues(answer as Answer<'notFoundWords'>, scope)
    const shown = asked.name === 'document' ? shownKinds(answer, scope) : undefined
    return valuesIn(answer, '').flatMap(({ path, value }) => {
      const isText = typeof value === 'string' && value.trim() !== ''
      if ((!isText && typeof value !== 'number') || (unseen.test(path) && !shown?.has(path))) return []
      const field = fieldOf(asked, path, scope)
      const key = path === '' || path.startsWith('[') ? `${question}${path}` : `${question}.${path}`
      const isHtml = shown?.get(path) === 'html'
      return field ? [{ key, isText, read: { ...field, value: String(value), ...(isHtml && { isHtml }) } }] : []
    })
  })
}

/**
 * Returns the fields that visitors see according to the contract, with their kinds. In an own block such a field may
 * have any name, even one that matches `unseen`.
 */
function shownKinds(document: unknown, { place }: FieldScope): Map<string, Field['kind']> {
  if (!place || place.kind === 'product_categories') return new Map()
  const fields = fieldsOf(document, documentSchemas[place.kind])
  return new Map(fields.flatMap(({ path, kind }) => (kind ? [[path, kind]] : [])))
}

function valuesIn(part: unknown, path: string): { path: string; value: unknown }[] {
  if (typeof part !== 'object' || part === null) return part === undefined ? [] : [{ path, value: part }]
  if (Array.isArray(part)) return part.flatMap((item, at) => valuesIn(item, `${path}[${at}]`))
  return Object.entries(part).flatMap(([key, inner]) => valuesIn(inner, path ? `${path}.${key}` : key))
}

/**
 * Returns every form of an interface text, each with its full key. If the locale has none, returns the forms of the
 * default locale.
 */
function textValues(
  question: string,
  [locale = '', key = '']: string[],
  value: unknown,
  { site, textFile }: FieldScope,
) {
  const { texts, isOwn } = formsOf(value, key)
  const from = isOwn ? locale : site.family.defaultLocale
  return Object.entries(texts).flatMap(([path, text]) => {
    const read = { record: textFile(from, path), path, value: String(text) }
    return typeof text === 'string' ? [{ key: `${question} ${path}`, isText: true, read }] : []
  })
}

/** Returns the few texts that the 404 page at the root shows in every locale. */
function notFoundValues(words: Answer<'notFoundWords'>, scope: FieldScope) {
  const keys = ['error.title404', 'error.errorDescription404', 'error.home']
  return words.flatMap(({ locale }) =>
    keys.flatMap((key) => {
      const question = questionOf('text', [locale, key])
      return textValues(question, [locale, key], scope.site.writtenText(locale, key), scope)
    }),
  )
}

/** Returns the forms of a text in its locale, or those of the default locale if it has none there (`writtenText`). */
function formsOf(written: unknown, key: string): { texts: Record<string, unknown>; isOwn: boolean } {
  const answer = (written ?? {}) as Record<string, unknown>
  const { own, default: fallback } = answer as Record<string, Record<string, unknown>>
  if (typeof fallback !== 'object' || !own) return { texts: answer, isOwn: true }
  const isOwn = isWritten(answer, key) // perhaps only in plural forms
  return { texts: isOwn ? own : fallback, isOwn }
}

type FieldPlace = Pick<FieldRead, 'record' | 'path'>
type Question = ReturnType<typeof parseQuestion>

/** Returns the field, in a record that editors know, from which a part of an answer comes. */
function fieldOf(asked: Question, path: string, { site, route, place }: FieldScope): FieldPlace | undefined {
  const [first = '', second = '', third = ''] = asked.args
  switch (asked.name) {
    case 'document':
      return place && { record: `${place.locale}/${place.kind}/${place.id}`, path }
    case 'member':
      return { record: `${first}/${second}/${third}`, path: path === 'href' ? 'slug' : path }
    case 'category':
      return { record: `${first}/product_categories/${second}`, path: path === 'href' ? 'path' : path }
    case 'menu':
      return { record: `${first}/menus`, path: `${second}${menuPath(path, site.menu(first, second))}` }
    case 'fact':
      return {
        record: 'site.config.ts',
        path: settingOf(networkOf([second, path].filter(Boolean).join('.'), site), first),
      }
    case 'place':
      if (!route.node || !path.startsWith('crumbs[')) return undefined
      return { record: `${route.locale}/sitemap_nodes/${route.node.slug}`, path }
    default:
      return undefined
  }
}

/** Returns the path of an address in a menu. It ends in the field of the menu item that the address was made from. */
function menuPath(path: string, items: MenuItem[]): string {
  if (!path.endsWith('.href')) return path
  const places = [...path.matchAll(/\[(\d+)\]/g)].map(([, at]) => Number(at))
  const item = places.reduce<MenuItem | undefined>(
    (found, at, level) => (level === 0 ? items : found?.children)?.[at],
    undefined,
  )
  return path.replace(/href$/, item?.url ? 'url' : item?.slug ? 'slug' : 'typeReferenceId')
}

/**
 * Returns the path of a link to a social network with its name, as in `social.facebook`. Any other path is returned
 * unchanged.
 */
function networkOf(path: string, { settings }: Site): string {
  return path.replace(/^social\[(\d+)\].*/, (_, at) => `social.${siteFacts(settings, '').social[Number(at)]?.name}`)
}
