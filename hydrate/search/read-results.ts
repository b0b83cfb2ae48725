import { isObject, textOf } from '#hydrate/call-api.ts'

export type Result = { title: string; text: string; href?: string }

const excerptLength = 320

export type ResultRules = {
  locale: string
  /** What stands before the slugs of the locale: `/en`, or nothing for the default one. */
  prefix: string
}

/** The results of an answer in any of its collection forms, and how many there are in all; nothing when it holds none. */
export function readResults(body: unknown, rules: ResultRules): { results: Result[]; total: number } | undefined {
  const collection = isObject(body) ? body : {}
  const member = Array.isArray(body) ? body : (collection.member ?? collection['hydra:member'])
  if (!Array.isArray(member)) return undefined
  const results = member.filter(isObject).map((result) => readResult(result, rules))
  const total = Number(textOf(collection.totalItems ?? collection['hydra:totalItems']) || Number.NaN)
  return { results, total: Number.isInteger(total) ? total : results.length }
}

function readResult({ title, content, slug }: Record<string, unknown>, { locale, prefix }: ResultRules): Result {
  const text = excerpt(textOf(content), locale)
  const href = typeof slug === 'string' ? pageHref(slug, prefix) : undefined
  return { title: textOf(title), text, ...(href && { href }) }
}

/** The address of a slug; nothing for one that would lead elsewhere. */
function pageHref(slug: string, prefix: string): string | undefined {
  if (!/^\/(?![/\\])/.test(slug)) return undefined
  return `${prefix}${slug === '/' && prefix ? '' : encodeURI(slug).replace(/[?#]/g, encodeURIComponent)}`
}

/** At most 320 characters as a reader counts them, then three dots (spec §2.4). */
export function excerpt(text: string, locale: string): string {
  if (text.length <= excerptLength) return text
  const characters = charactersOf(text, locale)
  return characters.length > excerptLength ? `${characters.slice(0, excerptLength).join('').trimEnd()}...` : text
}

function charactersOf(text: string, locale: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  return [...new Intl.Segmenter(locale).segment(text)].map(({ segment }) => segment)
}
