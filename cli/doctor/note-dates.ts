import type { z } from 'zod'
import { fieldsOf } from '#content/fields.ts'
import { parseIsoDate } from '#content/iso-date.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { type Row, warnIn } from './remark.ts'

/** Notes fields of a document that hold no date where one should stand. A build leaves these out of pages. */
export function noteDates(row: Row, document: unknown, { schema, place }: { schema: z.ZodType; place: string }): void {
  for (const { path, kind, value } of fieldsOf(document, schema)) {
    if (kind !== 'date' || parseIsoDate(value)) continue
    const message = `${place}, field "${path}": ${quoteValue(value)} is no date; pages and sitemaps leave it out.`
    const hint = 'Write dates as 2026-10-28 or 2026-10-28T08:00:00+01:00 at the service.'
    warnIn(row)('date-invalid', message, hint)
  }
}
