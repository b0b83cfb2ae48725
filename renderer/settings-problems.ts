import * as z from 'zod'
import { expectedOf, nameField, valueAt } from '#content/parse/parse-document.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { findNearest } from '#publish/redirects/nearest-addresses.ts'

/** Describes what is wrong with each wrong field of the settings, with its line in the `text` of the file. */
export function settingsProblems(
  { issues }: z.ZodError,
  { schema, given, text }: { schema: z.ZodType; given: unknown; text: string },
): string[] {
  const formatProblem = (path: PropertyKey[], problem: string): string =>
    `${nameField(path) || 'settings'}: ${problem}${lineOf(path, text)}`
  return issues.flatMap((issue) => {
    const { path } = issue
    if (issue.code === 'unrecognized_keys') {
      const near = findNearest(fieldsAt(schema, path).map((name) => `/${name}`))
      return issue.keys.map((key) => {
        const [nearest] = near(`/${key}`, 1)
        return formatProblem(
          [...path, key],
          `there is no such field${nearest ? `; did you mean "${nearest.slice(1)}"?` : ''}`,
        )
      })
    }
    const value = valueAt(given, path)
    if (issue.code === 'custom' && !issue.message.startsWith('expected ')) return formatProblem(path, issue.message)
    if (issue.code === 'invalid_key')
      return formatProblem(path, `the name has to be ${issue.issues.map(expectedOf).join(' or ')}`)
    return formatProblem(path, `expected ${expectedOf(issue)}, got ${quoteValue(value)}`)
  })
}

/** Names of the fields that a part of the settings may have. */
function fieldsAt(schema: z.ZodType, path: PropertyKey[]): string[] {
  const part = path.reduce<z.ZodType | undefined>((at, key) => partOf(at, key), schema)
  const whole = unwrapped(part)
  return whole instanceof z.ZodObject ? Object.keys(whole.shape) : []
}

function partOf(schema: z.ZodType | undefined, key: PropertyKey): z.ZodType | undefined {
  const whole = unwrapped(schema)
  if (whole instanceof z.ZodArray) return whole.element as z.ZodType
  return whole instanceof z.ZodObject ? (whole.shape[String(key)] as z.ZodType | undefined) : undefined
}

function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema
}

/**
 * The line of a field, in words. For a missing field, the line of the nearest
 * surrounding field; empty if these are missing, too.
 */
function lineOf(path: PropertyKey[], text: string): string {
  let at = 0
  for (const name of path.filter((one) => typeof one === 'string')) {
    const place = placeOf(name, text, at)
    if (place === undefined) break
    at = place
  }
  return at === 0 ? '' : ` (line ${text.slice(0, at).split('\n').length})`
}

/** The first place, from `from` on, where a name precedes a colon as a field does. */
function placeOf(name: string, text: string, from: number): number | undefined {
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWhole = !/[\w$]/.test(text.charAt(at - 1))
    if (isWhole && /^['"]? ?:/.test(text.slice(at + name.length, at + name.length + 3))) return at
  }
  return undefined
}
