import type { z } from 'zod'
import { ownSchemas } from '#content/blocks/own-schemas.ts'
import { type Call, nameOf } from '#content/client/call.ts'
import type { Findings } from '#content/finding.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { brokenFile, placeInFile, readFileMarks } from './file-marks.ts'
import { type InvalidField, parseDocument, valueAt } from './parse-document.ts'

/** Identifies a member in a message by its fields, because the service does not show its position in the list. */
function nameMember(member: unknown): string {
  const fields = (typeof member === 'object' && member !== null ? member : {}) as Record<string, unknown>
  const names = ['slug', 'nodeReference', 'id', 'name', 'title'].filter(
    (name) => ['string', 'number'].includes(typeof fields[name]) && fields[name] !== '',
  )
  return names.length === 0
    ? ''
    : ` of the member with ${names
        .slice(0, 2)
        .map((name) => `${name} ${quoteValue(fields[name])}`)
        .join(' and ')}`
}

/** The file that says what a field of a document may hold: the contract, or the schema of an own block. */
function contractOf(document: unknown, field: string): string {
  const at = /^blocks\[(\d+)\]/.exec(field)?.[1]
  const type = at && valueAt(document, ['blocks', Number(at), 'type'])
  const own = ownSchemas.find((one) => one.type === type)
  return own ? `"${own.file}"` : 'docs/content-api.md of the tool'
}

/** What is parsed: the answer of a call, or its member at `index`. Faults are reported to `findings`. */
type Parsing = { call: Call; findings: Findings; index?: number | undefined }

/** Parses what a call answered. Each invalid field becomes an error, and the result is `undefined`. */
export function parseReporting<T extends z.ZodType>(
  value: unknown,
  schema: T,
  { call, findings, index }: Parsing,
): z.output<T> | undefined {
  const broken = brokenFile(value, call)
  if (broken) {
    findings.error(broken)
    return undefined
  }
  const marks = readFileMarks(value)
  return parseDocument(value, schema, (invalid: InvalidField) => {
    const at = index === undefined ? '' : `[${index}]`
    const name = at && nameMember(value)
    const field = `${at}${at && invalid.field ? '.' : ''}${invalid.field}`
    const place = marks
      ? `${placeInFile(marks, invalid.field)}, field "${invalid.field}"`
      : `${nameOf(call)}, ${field ? `field "${field}"` : 'the whole document'}${name}`
    const unlisted = invalid.unlisted ? ` Further invalid fields that are not listed: ${invalid.unlisted}.` : ''
    findings.error({
      code: 'field-invalid',
      message: `${place}: expected ${invalid.expected}, got ${invalid.came}.${unlisted}`,
      where: { locale: call.locale, url: call.path, ...(field && { field }), ...(marks && { file: marks['@file'] }) },
      hint: `Correct the field ${marks ? 'in this file' : 'at the service'}; ${contractOf(value, invalid.field)} describes every field.`,
    })
  })
}

/** Parses the members of a collection. Those with invalid fields are left out. */
export function parseMembers<T extends z.ZodType>(
  members: unknown[],
  schema: T,
  parsing: Omit<Parsing, 'index'>,
): z.output<T>[] {
  return members.flatMap((member, index) => parseReporting(member, schema, { ...parsing, index }) ?? [])
}
