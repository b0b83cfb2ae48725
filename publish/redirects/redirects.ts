import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { UsageError } from '#content/finding.ts'
import { sourceProblem, targetProblem } from './redirect-address.ts'

const checked = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text)
    if (message) context.addIssue({ code: 'custom', message })
  })

const entrySchema = z.strictObject({
  /** The old address, with or without final slash, percent-encoded or not. */
  from: checked(sourceProblem),
  /** Where it leads; may have a query and a fragment, and the origin of a domain family before it. `null` is a tombstone: gone for good, status 410. */
  to: checked(targetProblem).nullable(),
  /** Id of the domain family whose address it was; the first of the settings without it. */
  family: z.string().optional(),
  /** Why there is this entry, for people. */
  note: z.string().optional(),
})

const redirectsSchema = z.strictObject({ $schema: z.string().optional(), redirects: z.array(entrySchema) })

/** One entry of `redirects.json`. `entry` is its number there, from 1; `origin` that of its domain family, when another one is built. */
export type RedirectEntry = z.output<typeof entrySchema> & { entry: number; origin?: string }

const emptyFile = '{"redirects":[]}'

/** Reads `redirects.json`. Throws a `UsageError` naming each wrong entry; a missing file is no redirects. */
export async function readRedirects(file: string): Promise<RedirectEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return emptyFile
    throw new UsageError(`"${file}" cannot be read.`, { cause: error })
  })
  return parseRedirects(text, file)
}

/** Checks the text of `redirects.json`; `file` is its name in errors. */
export function parseRedirects(text: string, file: string): RedirectEntry[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`"${file}" is not valid JSON: ${(cause as Error).message}.`, { cause })
  }
  const result = redirectsSchema.safeParse(json)
  if (result.success) return result.data.redirects.map((redirect, index) => ({ ...redirect, entry: index + 1 }))
  const entries = result.error.issues.map((issue) => `${placeOf(issue.path, json)}: ${issue.message}`).join('; ')
  throw new UsageError(`"${file}" is not valid: ${entries}.`, {
    hint: 'Each entry is {"from": "/old", "to": "/new"}, or {"from": "/old", "to": null} for an address that is gone; see docs/redirects.md.',
  })
}

/** `redirects.3.from ("/old?x=1")`: the field, and what stands there when that is short text. */
function placeOf(path: PropertyKey[], json: unknown): string {
  let value: unknown = json
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key]
  const field = path.join('.') || 'the whole file'
  return typeof value === 'string' && value.length <= 200 ? `${field} (${JSON.stringify(value)})` : field
}
