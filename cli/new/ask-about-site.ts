import { createInterface } from 'node:readline'
import { UsageError } from '#content/finding.ts'

/** The answers about a new site, as the user types them. */
export type SiteAnswers = { name: string; locales: string; origin: string; api: string }

const questions: Record<keyof SiteAnswers, string> = {
  name: 'Name of the site',
  locales: 'Locales, the default locale first',
  origin: 'Address that the site will have',
  api: 'Address of the content service, which ends in /api (none: content as files)',
}

/**
 * Asks on the terminal for every answer that is not `given`. An empty answer accepts the `offered` one. A wrong answer
 * is asked for again. Throws a `UsageError` if the input ends before the last answer.
 */
export async function askAboutSite(
  given: Partial<SiteAnswers>,
  offered: SiteAnswers,
  signal: AbortSignal,
): Promise<SiteAnswers> {
  const answers = { ...offered, ...given }
  const terminal = createInterface({ input: process.stdin, terminal: false, signal })
  const lines = terminal[Symbol.asyncIterator]() // keeps lines that arrive before they are asked for
  try {
    for (const key of Object.keys(questions) as (keyof SiteAnswers)[]) {
      if (given[key] !== undefined) continue
      do {
        process.stderr.write(`${questions[key]}${offered[key] ? ` (${offered[key]})` : ''}: `)
        const { value, done } = await lines.next()
        signal.throwIfAborted()
        if (done)
          throw new UsageError('No site was created, because not every question was answered.', {
            hint: 'Pass --yes to skip the questions.',
          })
        answers[key] = value.trim() || offered[key]
      } while (!isGood(key, answers))
    }
    return answers
  } finally {
    terminal.close()
  }
}

const checks: Partial<Record<keyof SiteAnswers, (answers: SiteAnswers) => unknown>> = {
  locales: localesOf,
  origin: originOf,
  api: apiOf,
}

/** Whether an answer is valid. Prints what is wrong with an invalid answer. */
function isGood(key: keyof SiteAnswers, answers: SiteAnswers): boolean {
  try {
    checks[key]?.(answers)
    return true
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message} ${error.hint ?? ''}\n`)
    return false
  }
}

/** Returns the locales of an answer. Throws a `UsageError` for a name that is not a locale. */
export function localesOf({ locales }: SiteAnswers): string[] {
  const names = [...new Set(locales.split(/[\s,]+/).filter(Boolean))]
  const wrong = names.find((name) => !/^[a-z]{2}(-[A-Z]{2})?$/.test(name))
  if (wrong === undefined && names.length > 0) return names
  throw new UsageError(`"${wrong ?? locales}" is not a locale.`, {
    hint: 'Use two-letter languages, with a country where needed, such as en or pt-BR, separated by commas.',
  })
}

/** Returns the origin of an answer. Throws a `UsageError` for an address that is not an origin. */
export function originOf({ origin }: SiteAnswers): string {
  const url = URL.parse(/^https?:/.test(origin) ? origin : `https://${origin}`)
  if (url && url.pathname === '/' && !url.search && !url.hash) return url.origin
  throw new UsageError(`"${origin}" is not the address of a site.`, {
    hint: 'Use an origin such as https://www.example.com.',
  })
}

/**
 * Returns the address of a service. Undefined for an empty answer. Throws a `UsageError` for anything that is not an
 * address of a service.
 */
export function apiOf({ api }: SiteAnswers): string | undefined {
  if (!api) return undefined
  const url = /^https?:/.test(api) ? URL.parse(api) : null
  if (url && !url.username && !url.search && !url.hash) return url.href.replace(/\/$/, '')
  throw new UsageError(`"${api}" is not the address of a content service.`, {
    hint: 'Use an address such as https://cms.example.com/api.',
  })
}
