import type { z } from 'zod'

/** One field of a wrong shape: its path in the document (`blocks[2].tiles[0].title`), what the contract wants, what came. */
export type InvalidField = { field: string; expected: string; came: string }

const mostReported = 20

/** Parses a document of the service; hands each invalid field to `report` (at most 20) and then gives nothing. */
export function parseDocument<T extends z.ZodType>(
  value: unknown,
  schema: T,
  report: (invalid: InvalidField) => void,
): z.output<T> | undefined {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const issue of result.error.issues.slice(0, mostReported)) {
    report({ field: nameField(issue.path), expected: expectedOf(issue), came: describe(at(value, issue.path)) })
  }
  return undefined
}

/** True when objects and lists are nested more than `levels` deep. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value]
  for (let depth = 0; layer.length > 0; depth += 1) {
    if (depth > levels) return true
    layer = layer.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item).filter(isNested) : [],
    )
  }
  return false
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null

function expectedOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected === 'string' ? 'a text' : `a value of type ${issue.expected}`
  if (issue.code === 'invalid_value') return `one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')}`
  if (issue.code === 'invalid_union' && issue.path.at(-1) === 'type') return 'the type of a block'
  return issue.message.replace(/^expected /, '').replace(/^Invalid input: expected /, '')
}

function nameField(path: PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

function at(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value)
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
