import { placeOf } from '#preview/child/draft/draft-state.ts'
import type { SiteBase } from '#preview/child/site/assemble-site.ts'
import { markOf, marksIn, maxMarks, unmark } from '#preview/marks.ts'
import type { MarkedPage } from '#preview/panel-data.ts'
import type { Route } from '#renderer/plan/route.ts'
import { loadRenderer, type OpenRenderer, type RenderedPage } from '#renderer/reader/open-page-renderer.ts'
import { answersOf, questionOf } from '#renderer/reads/look-ups.ts'
import { createRecorder } from '#renderer/reads/recorder.ts'
import type { Site } from '#renderer/site/site.ts'
import { type FieldValue, fieldValues, textKey } from './field-reads.ts'
import { largestStable } from './largest-stable.ts'
import { markedReader, withMarks } from './marked-reader.ts'

/** The marks of values, by key. */
type Marks = ReadonlyMap<string, string>

/**
 * Values that turned out to influence code when a page was marked. They are kept so that later pages need not find this
 * out again. `unmarked` values must not be marked at all. `alike` values must not get different marks.
 */
const decisive = { unmarked: new Set<string>(), alike: new Set<string>() }

/**
 * Finds out which field each place of a page shows. Renders the page with marked values, and returns its HTML with the
 * fields of every mark. Without the marks, the HTML is byte for byte that of the page. A value stays unmarked if
 * marking it would change the page, because code depends on it. Equal values that code compares get the same mark, so a
 * place may belong to several fields.
 */
export async function markPage(
  site: Site,
  { engine, textFile }: Pick<SiteBase, 'engine' | 'textFile'>,
  route: Route,
): Promise<MarkedPage> {
  const open = await loadRenderer(engine)
  const { html, reads } = renderMarked(open, site, route.file, new Map())
  const body = bodyOf(html.toString())
  // content that contains the characters of marks cannot be marked
  if (unmark(body) !== body) return { html: '', fields: [] }
  const values = fieldValues(reads, { site, route, place: placeOf(route), textFile })
    .filter((value) => !decisive.unmarked.has(nameOf(value)))
    .slice(0, maxMarks / 2)

  let marked = body
  const isStable = (marks: Marks): boolean => {
    try {
      const next = bodyOf(renderMarked(open, site, route.file, marks).html.toString())
      if (unmark(next) !== body) return false
      marked = next
      return true
    } catch {
      return false // code may throw for a value that it does not know
    }
  }

  const groups = [...Map.groupBy(values, ({ read }) => comparedAs(read.value)).values()]
  const marksOf = (some: FieldValue[][]): Marks =>
    new Map(some.flatMap((group) => group.map(({ key }) => [key, markOf(groups.indexOf(group))])))
  const common = largestStable(groups, (some) => isStable(marksOf(some)))
  const equals = groups.filter(({ length }) => length > 1).flat()
  const withOwn = (some: FieldValue[]): Marks =>
    new Map([...marksOf(common), ...some.map((one) => [one.key, markOf(groups.length + equals.indexOf(one))] as const)])
  const tried = equals.filter((value) => !decisive.alike.has(nameOf(value)))
  const apart = largestStable(tried, (some) => isStable(withOwn(some)))

  const marks = withOwn(apart)
  const fields: MarkedPage['fields'] = Array.from({ length: groups.length + equals.length }, () => [])
  for (const value of values) {
    const [mark] = marksIn(marks.get(value.key) ?? '')
    if (mark === undefined) decisive.unmarked.add(nameOf(value))
    else fields[mark]?.push(value.read)
  }
  for (const value of tried) if (!apart.includes(value)) decisive.alike.add(nameOf(value))
  return { html: marked, fields }
}

function nameOf({ key, read }: FieldValue): string {
  return `${key} ${read.value}`
}

/** Returns only the words of a value, because code may compare values by their words. */
function comparedAs(value: string): string {
  return (
    value
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? value
  )
}

/** Returns the page from its body on, because nobody can point at anything in the head. */
function bodyOf(html: string): string {
  return html.slice(html.indexOf('<body'))
}

function renderMarked(open: OpenRenderer, site: Site, file: string, marks: Marks): RenderedPage {
  const markedSite: Site = {
    ...site,
    translateTo: (locale) => (key, values) =>
      withMarks(site.translateTo(locale)(key, values), marks.get(textKey(site, locale, key, values)) ?? ''),
  }
  const record: Parameters<OpenRenderer>[1] = (names) => {
    const answerTo = answersOf({ ...markedSite, ...names })
    return createRecorder(site, (name, marked) => {
      const args = marked.map((one) => (typeof one === 'string' ? unmark(one) : one))
      return markedCopy(answerTo(name, args), questionOf(name, args), marks)
    })
  }
  return open(markedSite, record, markedReader)(file)
}

function markedCopy(value: unknown, key: string, marks: Marks): unknown {
  if (typeof value === 'string') return withMarks(value, marks.get(key) ?? '')
  if (typeof value !== 'object' || value === null) return value
  // the schema of an own block may produce such values
  if (value instanceof Date || value instanceof Set || value instanceof Map) return value
  if (Array.isArray(value)) return value.map((item, at) => markedCopy(item, `${key}[${at}]`, marks))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, markedCopy(part, `${key}.${name}`, marks)]),
  )
}
