import { hash } from 'node:crypto'
import { z } from 'zod'
import { type Finding, findingCodes } from './finding.ts'

const validator = z.string().regex(/^[\x20-\x7e]{1,1000}$/)
const text = z.string().optional()

const findingSchema = z.object({
  code: z.enum(findingCodes),
  message: z.string(),
  where: z
    .strictObject({ locale: text, path: text, node: text, document: text, block: text, field: text, url: text })
    .optional(),
  hint: text,
})

/** The columns of an answer, checked: the file that holds them may have been changed by anyone. */
export const keptAnswerSchema = z.object({
  /** Name of the address that answered in the end, after redirects. */
  address: z.string(),
  /** The status, that of the body included; 0 when there was no answer. */
  status: z.number().int().min(0).max(599),
  etag: validator.optional(),
  lastModified: validator.optional(),
  contentType: text,
  /** What the node said of the document when it was asked for. */
  updatedAt: text,
  /** SHA-256 of the body in hexadecimal; only good answers have one. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Why there was no answer. */
  failure: z
    .string()
    .transform((json, context) => {
      const parsed = findingSchema.safeParse(parseOrNothing(json))
      if (parsed.success) return parsed.data as Finding // equal but for `undefined` where a field is missing
      context.addIssue({ code: 'custom', message: 'expected a finding' })
      return z.NEVER
    })
    .optional(),
})

/** What a service answered to one request: everything but the body. */
export type KeptAnswer = z.output<typeof keptAnswerSchema>

function parseOrNothing(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** SHA-256 in hexadecimal. */
export function digestOf(bytes: Buffer | string): string {
  return hash('sha256', bytes, 'hex')
}

type ValidatorHeaders = Record<string, string | string[] | undefined>

/**
 * What a later request can ask with. A `Last-Modified` of the second of the answer itself is none: the document could have
 * changed once more within it (RFC 9110 §8.8.2.2).
 */
export function validatorsIn(headers: ValidatorHeaders): Pick<KeptAnswer, 'etag' | 'lastModified'> {
  const { etag, 'last-modified': modified, date } = headers
  const answered = Date.parse(String(date)) || Date.now()
  const isOld = answered - Date.parse(String(modified)) >= 1000
  const lastModified = isOld ? validator.safeParse(modified).data : undefined
  const tag = validator.safeParse(etag).data
  return { ...(tag && { etag: tag }), ...(lastModified && { lastModified }) }
}
