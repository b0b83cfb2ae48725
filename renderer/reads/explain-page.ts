import { hidePasswords } from '#content/wording/hide-passwords.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import type { FieldChange, Reason } from './compare-answers.ts'
import type { KnownPage } from './known-build.ts'
import { type FileNames, type LookUp, lookUpNames, type PageName, parseQuestion } from './look-ups.ts'
import type { PageStore } from './page-store.ts'

/** What a page was made from, and why it was rendered. */
export type Explanation = Pick<KnownPage, 'href' | 'locale' | 'file'> & {
  /** The numbers of the build that rendered the page and of the last build. */
  renderedIn: number
  lastBuild: number
  /** Why the page was rendered: `why` in sentences, `causes` field by field. */
  why: string[]
  causes: Cause[]
  /** The questions that the page asked. The page is rendered again when one of the answers changes. */
  reads: { kind: LookUp; group: string; record: string; title?: string }[]
}

/** A cause of rendering a page: a question with a changed answer, or the record behind the answer, and the change. */
export type Cause = Omit<FieldChange, 'path'> & { record: string; field?: string }

/** The context for naming a question: the page that asked it, and functions that name files of texts and sources. */
type Naming = { page: PageName } & FileNames

export function explainPage(page: KnownPage, { previous, answer }: PageStore, files: FileNames): Explanation {
  const { href, locale, file, reasons, build } = page
  const naming = { page, ...files }
  const reads = new Map<string, Explanation['reads'][number]>()
  for (const id of page.asked) {
    const known = previous.questions.get(id)
    if (!known) continue
    const { name, traits } = parseQuestion(known.question)
    const { record: named, field } = nameOf(known.question, '', naming)
    const record = field ? `${named}: ${field}` : named
    const place = `${String(lookUpNames.indexOf(name)).padStart(3, '0')} ${record}`
    reads.set(place, { kind: name, group: traits.group, record, title: titleOf(answer(known.answer)) })
  }
  const causes = reasons.flatMap((reason) => causesOf(reason, naming))
  return {
    ...{ href, locale, file, renderedIn: build, lastBuild: previous.facts.build ?? 0 },
    // A source that several components of the page use counts as one cause.
    why: [...new Set(reasons.flatMap((reason) => describeReason(reason, build, naming)))],
    causes: [...new Map(causes.map((cause) => [describeCause(cause), cause])).values()],
    reads: [...reads].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, read]) => read),
  }
}

/** The title or name of the record in an answer, given as JSON text. Undefined if it has neither. */
function titleOf(answer: string | undefined): string | undefined {
  const { title, name } = (answer && JSON.parse(answer)) || {}
  return [title, name].find((one) => typeof one === 'string')
}

/** The causes of a reason, one for each changed field. A reason that is only a sentence has none. */
export function causesOf(reason: Reason, naming: Naming): Cause[] {
  if (reason.kind !== 'answer') return []
  return reason.changes.map(({ path, ...change }) => ({ ...change, ...nameOf(reason.question, path, naming) }))
}

/**
 * Names the record and field of a change: by `describe` of the look-up, or else by the question, with its locale at the
 * end, and the path in its answer.
 */
function nameOf(question: string, path: string, { page, ...files }: Naming): Pick<Cause, 'record' | 'field'> {
  const { name, args, traits } = parseQuestion(question)
  if (traits.describe) return traits.describe(args, path, page, files)
  const isOfLocale = args[0] === page.locale
  const shownArgs = args.slice(isOfLocale ? 1 : 0).filter((one) => one !== null)
  const record = [name, ...shownArgs.map((one) => hidePasswords(String(one)))].join(' ')
  return { record: isOfLocale ? `${record} (${page.locale})` : record, ...(path && { field: path }) }
}

/** The reason why a page was rendered in the build of this number, in whole sentences. */
function describeReason(reason: Reason, build: number, naming: Naming): string[] {
  const before = `build ${build - 1}`
  if (reason.kind === 'new') {
    const { from } = reason
    if (build === 1) return ['No earlier build is known.']
    return [from === undefined ? `It was not in ${before}.` : `It was at "${readablePath(from)}" in ${before}.`]
  }
  if (reason.kind === 'file')
    return [`Its file was not recognised as that of ${before}, or a compressed form of it was missing.`]
  if (reason.kind === 'all') return [reason.why]
  return causesOf(reason, naming).map(describeCause)
}

function describeCause({ record, field, inside, item, was, is }: Cause): string {
  const part = field && inside ? `"${field}", in "${inside}",` : `"${field}"`
  const what = field ? `The field ${part} of ${record}` : `${record.charAt(0).toUpperCase()}${record.slice(1)}`
  if (item?.change === 'moved') return `${what}: "${item.name}" was number ${was} and is number ${is}.`
  if (item) return `${what}: "${item.name}" was ${item.change}${(was ?? is) ? `: ${was ?? is}` : ''}.`
  if (was === undefined && is === undefined) return `${what} changed.`
  if (was === undefined) return `${what} is new: ${is}.`
  return is === undefined ? `${what} is gone; it was ${was}.` : `${what} was ${was} and is ${is}.`
}
