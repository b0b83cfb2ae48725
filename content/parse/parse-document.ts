import type { z } from 'zod'
import { quoteValue } from '#content/wording/quote-value.ts'

/**
 * A field of a wrong shape: its path in the document (`blocks[2].tiles[0].title`), what the contract expects, and what
 * came. In the last field that is reported, `unlisted` counts how many more there are.
 */
export type InvalidField = { field: string; expected: string; came: string; unlisted?: number }

const maxReported = 20

/**
 * Parses a document of the service. Passes each invalid field to `report` (at most 20), and then returns `undefined`.
 */
export function parseDocument<T extends z.ZodType>(
  value: unknown,
  schema: T,
  report: (invalid: InvalidField) => void,
): z.output<T> | undefined {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { issues } = result.error
  for (const [at, issue] of issues.slice(0, maxReported).entries()) {
    const invalid = {
      field: nameField(issue.path),
      expected: expectedOf(issue),
      came: quoteValue(valueAt(value, issue.path)),
    }
    report(at === maxReported - 1 ? { ...invalid, unlisted: issues.length - maxReported } : invalid)
  }
  return undefined
}

/** True if objects and lists are nested more than `levels` deep. The outermost is level 1. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return inner.some((one) => isDeeperThan(one, levels - 1))
}

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formatNames: Record<string, string> = {
  url: 'an address such as https://www.example.com',
  datetime: 'a date and time such as 2027-01-31T00:00:00Z',
}

/** The value that the contract expects instead of an invalid one, in words such as `a text`. */
export function expectedOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? issue.expected
    case 'invalid_value':
      return `one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'a non-empty text'
      return sized(issue, `${issue.inclusive ? 'of at least' : 'above'} ${issue.minimum}`)
    case 'too_big':
      return sized(issue, `${issue.inclusive ? 'of at most' : 'below'} ${issue.maximum}`)
    case 'invalid_format':
      return formatNames[issue.format] ?? asWritten(issue)
    default:
      if (issue.code === 'invalid_union' && issue.path.at(-1) === 'type') return 'the type of a block'
      return asWritten(issue)
  }
}

/** A text, list or number of a size such as `of at least 2`. */
function sized({ origin }: { origin: string }, size: string): string {
  if (origin === 'string') return `a text ${size} characters`
  return `a ${origin === 'array' ? 'list' : 'number'} ${size}`
}

/**
 * Uses a message that begins with `expected`, because it was written for this place. Puts other messages, from zod or
 * own blocks, in brackets.
 */
function asWritten({ message }: z.core.$ZodIssue): string {
  if (message.startsWith('expected ')) return message.slice('expected '.length)
  return message === 'Invalid input' ? 'another value' : `another value (${message.replace(/\.$/, '')})`
}

/** A path in the form `blocks[2].tiles[0].title`. */
export function nameField(path: PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

/** The value at a path; `undefined` if the path leads nowhere. */
export function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value)
}
