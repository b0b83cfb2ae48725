import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FieldClash, factsOfBlocks } from '#content/fields.ts'
import { UsageError } from '#content/finding.ts'
import { ownSchemas } from './own-schemas.ts'

/**
 * Throws a `UsageError`, with the line, if a field of a site's own block holds another kind of content than the field
 * of the same name in other blocks.
 */
export function checkOwnFields(siteRoot: string): void {
  if (ownSchemas.length === 0) return
  try {
    factsOfBlocks()
  } catch (error) {
    if (!(error instanceof FieldClash)) throw error
    const { field, kind, known, type } = error.clash
    const own = ownSchemas.find((one) => one.type === type)
    if (!own) throw error
    const lines = readFileSync(join(siteRoot, own.file), 'utf8').split('\n')
    const at = lines.findIndex((line) => line.trimStart().startsWith(`${field}:`))
    const place = at < 0 ? '' : `, line ${at + 1}`
    throw new UsageError(
      `"${own.file}"${place}: the field "${field}" holds "${kind}" here, but "${known}" in another block.`,
      {
        hint: 'Rename the field, or give it the kind that it has in the other block: fields with the same name must hold the same kind of content in every block.',
      },
    )
  }
}
