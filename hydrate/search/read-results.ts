import { isObject, textOf } from '#hydrate/api/answer.ts'
import { membersOf } from '#hydrate/api/collection.ts'
import { isBlank } from '#hydrate/api/is-blank.ts'
import { wellFormed } from '#hydrate/api/well-formed.ts'

export type Result = { title: string; text: string; href?: string }

const excerptLength = 320

export type ResultRules = {
  locale: string
  /** Prefix of the slugs of the locale: `/en`, or an empty text for the default locale. */
  prefix: string
}

/** Returns the results and their total from an answer in any collection format, or `undefined` for other answers. */
export function readResults(body: unknown, rules: ResultRules): { results: Result[]; total: number } | undefined {
  const members = membersOf(body)
  if (!members) return undefined
  const collection = isObject(body) ? body : {}
  const results = members.map((result) => readResult(result, rules))
  const total = Number(textOf(collection.totalItems ?? collection['hydra:totalItems']) || Number.NaN)
  return { results, total: Number.isInteger(total) ? total : results.length }
}

function readResult({ title, content, slug }: Record<string, unknown>, { locale, prefix }: ResultRules): Result {
  const text = excerpt(textOf(content), locale)
  const href = typeof slug === 'string' ? pageHref(slug, prefix) : undefined
  const words = textOf(title)
  return { title: isBlank(words) ? textOf(slug) : words, text, ...(href && { href }) } // a link needs a text
}

/** Returns the address of a slug. `undefined` for a slug that would be an address outside the site. */
function pageHref(slug: string, prefix: string): string | undefined {
  if (!/^\/(?![/\\])/.test(slug)) return undefined
  const path = encodeURI(wellFormed(slug)).replace(/[?#]/g, encodeURIComponent)
  return `${prefix}${path === '/' && prefix ? '' : path}`
}

/** Cuts a text to 320 characters as a reader counts them, followed by three dots (spec §2.4). */
export function excerpt(text: string, locale: string): string {
  if (text.length <= excerptLength) return text
  let end = 0
  let count = 0
  for (const character of charactersOf(text, locale)) {
    if (count === excerptLength) return `${text.slice(0, end).trimEnd()}...`
    end += character.length
    count += 1
  }
  return text
}

/** The segmenter for all results, in the page's locale. Making a segmenter takes longer than cutting a text with it. */
let segmenter: Intl.Segmenter | undefined

function* charactersOf(text: string, locale: string): Generator<string> {
  if (!('Segmenter' in Intl)) return yield* text
  segmenter ??= new Intl.Segmenter(locale)
  for (const { segment } of segmenter.segment(text)) yield segment
}
