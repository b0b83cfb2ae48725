import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { UsageError } from '#content/finding.ts'
import { openLines } from '#content/parse/field-lines.ts'
import { nonBlocking } from '#publish/non-blocking.ts'
import { sourceProblem, targetProblem } from './redirect-address.ts'

const checked = (problemOf: (text: string) => string | undefined) =>
  z.string('expected an address as text').superRefine((text, context) => {
    const message = problemOf(text)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** The message for an entry that is not an object, or has an unknown field. */
const objectProblem: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'unrecognized_keys' ? `there is no field "${issue.keys.join('", "')}"` : 'expected an object in braces'

const entryFields = {
  /** The old address, with or without a final slash, percent-encoded or not. */
  from: checked(sourceProblem),
  /**
   * The target, which may have a query, a fragment, and the origin of a domain family. `null` is a tombstone:
   * permanently gone, status 410.
   */
  to: checked(targetProblem).nullable(),
  /** Id of the domain family of the old address. The default is the first family of the settings. */
  family: z.string().optional(),
  /** Why this entry exists, for people. */
  note: z.string().optional(),
}
const entrySchema = z.strictObject(entryFields, { error: objectProblem })

const redirectsSchema = z.strictObject(
  { $schema: z.string().optional(), redirects: z.array(entrySchema, 'expected a list of entries') },
  { error: objectProblem },
)

/**
 * One entry of `redirects.json`. `entry` is its number there, from 1. `origin` is the origin of its domain family, if
 * another family is being built.
 */
export type RedirectEntry = z.output<typeof entrySchema> & { entry: number; origin?: string }

const mostListed = 20

const emptyFile = '{\n  "redirects": []\n}\n'

/**
 * Reads `redirects.json`. Throws a `UsageError` that names each wrong entry. A missing file means that there are no
 * redirects.
 */
export function readRedirects(file: string): RedirectEntry[] {
  return parseRedirects(readRedirectsText(file), file)
}

export function readRedirectsText(file: string): string {
  try {
    return readFileSync(file, { encoding: 'utf8', flag: nonBlocking })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return emptyFile
    throw new UsageError(`"${file}" cannot be read.`, {
      hint: 'Fix its permissions, or replace it with a file.',
      cause,
    })
  }
}

/** Checks the text of `redirects.json`; `file` is its name in errors. */
export function parseRedirects(text: string, file: string): RedirectEntry[] {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, '')) // Windows editors add a byte order mark
  } catch (cause) {
    throw new UsageError(`"${file}" is not valid JSON: ${(cause as Error).message}.`, {
      hint: 'Correct it there. Nothing in the file was used.',
      cause,
    })
  }
  // A schema that is used once is not worth compiling.
  const result = redirectsSchema.safeParse(json, { jitless: true })
  if (result.success) return result.data.redirects.map((redirect, index) => ({ ...redirect, entry: index + 1 }))
  const { issues } = result.error
  const lineOf = openLines(text, file)
  const listed = issues.slice(0, mostListed).map(({ path, message }) => `${placeOf(path, json, lineOf)}: ${message}`)
  const rest = issues.length - listed.length
  throw new UsageError(`"${file}" is not valid: ${listed.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`, {
    hint: 'The file must be {"redirects": […]}. An entry of the list is {"from": "/old", "to": "/new"}, or {"from": "/old", "to": null} for an address that is gone. See docs/redirects.md of the tool.',
  })
}

/**
 * The place of a problem, such as `entry 4 (line 9), "from" ("/old?x=1")`: the field of an entry, and its value if that
 * is a short text.
 */
function placeOf(path: PropertyKey[], json: unknown, lineOf: ReturnType<typeof openLines>): string {
  const [list, index, field] = path
  if (list === undefined) return 'the whole file'
  if (list !== 'redirects' || typeof index !== 'number') return path.join('.')
  const entry = `entry ${index + 1} (line ${lineOf([list, index])})`
  if (field === undefined) return entry
  const value = path.reduce((at: unknown, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], json)
  const isShort = typeof value === 'string' && value.length <= 200
  return `${entry}, "${String(field)}"${isShort ? ` (${JSON.stringify(value)})` : ''}`
}
