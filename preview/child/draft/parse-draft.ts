import { blocksSchema } from '#content/blocks/block-schemas.ts'
import type { Documents } from '#content/crawl/locale-content.ts'
import { withTitle } from '#content/crawl/member-titles.ts'
import { SiteError } from '#content/finding.ts'
import { readFileMarks } from '#content/parse/file-marks.ts'
import { type InvalidField, parseDocument } from '#content/parse/parse-document.ts'
import { type AnyBlock, documentSchemas } from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { escapeMarkup } from '#publish/xml.ts'

/** Something in a draft that a build would refuse, or leave out. */
export type DraftProblem = { path: string; message: string; severity: 'error' | 'warning'; block?: string }

export type ParsedDraft = { document: { blocks: AnyBlock[] }; problems: DraftProblem[] }

/**
 * Parses a draft as a build does, but block by block: one of a wrong shape is replaced by a block of text that says which fields are
 * wrong, and one of an unknown type is left out. Throws a `SiteError` when the fields around the blocks are wrong.
 */
export function parseDraft(raw: Record<string, unknown>, kind: keyof Documents): ParsedDraft {
  const problems: DraftProblem[] = []
  const blocks = Array.isArray(raw.blocks)
    ? raw.blocks.flatMap((block, at) => parseBlock(block, at, problems))
    : raw.blocks
  const invalid: InvalidField[] = []
  const rest = parseDocument(
    { ...raw, blocks: Array.isArray(blocks) ? [] : blocks },
    documentSchemas[kind],
    (field) => {
      invalid.push(field)
    },
  )
  if (rest && Array.isArray(blocks)) return { document: withTitle({ ...rest, blocks }), problems }
  const place = readFileMarks(raw)?.['@file']
  throw new SiteError({
    code: 'field-invalid',
    message: `The draft has fields of a wrong shape: ${invalid.map(sentenceOf).join('; ')}.`,
    hint: `Correct them ${place === undefined ? 'at the service' : `in "${place}"`}; the page is shown when they are right.`,
  })
}

function parseBlock(raw: unknown, at: number, problems: DraftProblem[]): AnyBlock[] {
  const invalid: InvalidField[] = []
  const parsed = parseDocument([raw], blocksSchema, (field) => invalid.push(field))
  const [block] = parsed ?? []
  const path = `blocks[${at}]`
  if (block?.type === 'unknown') {
    const message = `The block is of the unknown type ${quoteValue(block.name)}; builds leave it out.`
    problems.push({ path, message, severity: 'warning' })
    return []
  }
  if (block) return [block]
  const fields = invalid.map((one) => ({ ...one, field: one.field.replace(/^\[0\]\.?/, '') }))
  const { id, type } = (typeof raw === 'object' && raw !== null ? raw : {}) as { id?: unknown; type?: unknown }
  const blockId = typeof id === 'string' || typeof id === 'number' ? String(id) : `broken-${at}`
  for (const field of fields) {
    problems.push({
      path: field.field ? `${path}.${field.field}` : path,
      message: `${sentenceOf(field)}; a build stops at this.`,
      severity: 'error',
      block: blockId,
    })
  }
  return [standIn(blockId, typeof type === 'string' ? type : 'unknown', fields)]
}

/** What stands in the place of a block that cannot be shown. */
function standIn(id: string, type: string, fields: InvalidField[]): AnyBlock {
  const rows = fields.map((field) => `<li>${escapeMarkup(sentenceOf(field))}</li>`).join('')
  const html = `<p>The block "${escapeMarkup(type)}" of this draft has a wrong shape:</p><ul>${rows}</ul>`
  return blocksSchema.parse([{ id, type: 'text', headline: 'This block cannot be shown', html }])[0] as AnyBlock
}

function sentenceOf({ field, expected, came }: InvalidField): string {
  return `${field ? `field "${field}"` : 'the whole of it'}: expected ${expected}, came ${came}`
}
