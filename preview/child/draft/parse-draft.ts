import { type Block, blocksSchema } from '#content/blocks/block-schemas.ts'
import type { Documents } from '#content/crawl/locale-content.ts'
import { withTitle } from '#content/crawl/member-titles.ts'
import { withOwnIds } from '#content/crawl/read-document.ts'
import { SiteError } from '#content/finding.ts'
import { readFileMarks } from '#content/parse/file-marks.ts'
import { type InvalidField, parseDocument } from '#content/parse/parse-document.ts'
import { documentSchemas } from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { escapeMarkup } from '#publish/xml.ts'

/**
 * A fault of a draft. An error is something that a build would refuse: `path` is its place in the document, `block` the
 * number of its block. A warning is a block that a build would leave out. It has neither `path` nor `block`.
 */
export type DraftProblem = { message: string; severity: 'error' | 'warning'; path?: string; block?: number }

export type ParsedDraft = { document: { blocks: Block[] }; problems: DraftProblem[] }

/**
 * Parses a draft as a build does, but block by block. An invalid block is replaced by a block of text that names the
 * wrong fields. A block of an unknown type is left out. Throws a `SiteError` if fields outside the blocks are wrong.
 */
export function parseDraft(raw: Record<string, unknown>, kind: keyof Documents): ParsedDraft {
  const problems: DraftProblem[] = []
  const blocks = Array.isArray(raw.blocks) ? parseBlocks(raw.blocks, problems) : raw.blocks
  const invalid: InvalidField[] = []
  const outside = { ...raw, blocks: Array.isArray(blocks) ? [] : blocks }
  const rest = parseDocument(outside, documentSchemas[kind], (field) => invalid.push(field))
  if (rest && Array.isArray(blocks)) return { document: withTitle({ ...rest, blocks: withOwnIds(blocks) }), problems }
  const place = readFileMarks(raw)?.['@file']
  throw new SiteError({
    code: 'field-invalid',
    message: `The draft has invalid fields: ${invalid.map(sentenceOf).join('; ')}.`,
    hint: `Fix them ${place === undefined ? 'at the service' : `in "${place}"`}; the page is shown as soon as they are valid.`,
  })
}

function parseBlocks(raw: unknown[], problems: DraftProblem[]): Block[] {
  const blocks: Block[] = []
  for (const one of raw) {
    const invalid: InvalidField[] = []
    const [block] = parseDocument([one], blocksSchema, (field) => invalid.push(field)) ?? []
    if (block?.type === 'unknown') {
      const place = blocks.length === 0 ? 'At its beginning,' : `After block ${blocks.length},`
      const message = `${place} the draft has a block of the unknown type ${quoteValue(block.name)}; builds leave it out.`
      problems.push({ message, severity: 'warning' })
    } else blocks.push(block ?? replaceBlock(one, invalid, blocks.length, problems))
  }
  return blocks
}

/**
 * Adds the faults of a block to the problems, and returns the block that is shown instead. `at` is its number among the
 * shown blocks.
 */
function replaceBlock(raw: unknown, invalid: InvalidField[], at: number, problems: DraftProblem[]): Block {
  const path = `blocks[${at}]`
  const fields = invalid.map((one) => ({ ...one, field: one.field.replace(/^\[0\]\.?/, '') }))
  const { id, type } = (typeof raw === 'object' && raw !== null ? raw : {}) as { id?: unknown; type?: unknown }
  const blockId = typeof id === 'string' || typeof id === 'number' ? String(id) : `broken-${at}`
  for (const field of fields) {
    problems.push({
      path: field.field ? `${path}.${field.field}` : path,
      message: `${sentenceOf(field)}; a build fails because of this.`,
      severity: 'error',
      block: at,
    })
  }
  const name = escapeMarkup(typeof type === 'string' ? type : 'unknown')
  const rows = fields.map((field) => `<li>${escapeMarkup(sentenceOf(field))}</li>`).join('')
  const html = `<p>The block "${name}" of this draft is not valid:</p><ul>${rows}</ul>`
  return blocksSchema.parse([{ id: blockId, type: 'text', headline: 'This block cannot be shown', html }])[0] as Block
}

function sentenceOf({ field, expected, came }: InvalidField): string {
  return `${field ? `field "${field}"` : 'the whole draft'}: expected ${expected}, got ${came}`
}
