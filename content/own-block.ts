import * as z from 'zod'
import { idSchema, optionalHeading } from './field-schemas.ts'
import { UsageError } from './finding.ts'

/** The fields of every block. */
export const blockFields = { id: idSchema, headline: optionalHeading }

/**
 * The schema of an own block: `type` as content names it, and `fields` made of what `content/field-schemas.ts` has. The fields of every
 * block, `id` and `headline`, are added.
 */
export function ownBlockSchema<T extends string, F extends z.ZodRawShape>(type: T, fields: F) {
  return z.object({ ...blockFields, type: z.literal(type), ...fields })
}

/** A schema of an own block, as the bundle found it. `type` follows from the name of its folder, `file` is its path from the site root. */
export type OwnSchema = { type: string; file: string; schema: unknown }

/** A schema that can join those of the contract. */
type BlockSchema = z.ZodObject<{ type: z.ZodLiteral<string> }>

/** Checks the schemas of a site's own blocks against those of the contract. Throws a `UsageError` that names the file. */
export function checkOwnSchemas(own: OwnSchema[], builtIn: readonly string[]): BlockSchema[] {
  return own.map(({ type, file, schema }) => {
    if (builtIn.includes(type)) {
      throw new UsageError(`"${file}" makes a block of the type "${type}", which is built in.`, {
        hint: 'Give its folder another name, and the schema the type of that name.',
      })
    }
    if (!(schema instanceof z.ZodObject) || !(schema.shape.type instanceof z.ZodLiteral)) {
      throw new UsageError(`"${file}" exports no schema of a block.`, {
        hint: `Write: export const schema = ownBlockSchema('${type}', { … }).`,
      })
    }
    if (schema.shape.type.value !== type) {
      throw new UsageError(
        `"${file}" makes a block of the type "${schema.shape.type.value}", but its folder says "${type}".`,
        {
          hint: `Write ownBlockSchema('${type}', …), or rename the folder.`,
        },
      )
    }
    const field = fieldWithoutSchema(schema)
    if (field !== undefined) {
      throw new UsageError(`"${file}" gives the field "${field}" no schema.`, {
        hint: `Write one of those in docs/blocks.md of the tool, as in "${field}: optionalWords"; one of zod is called, as in z.string().`,
      })
    }
    return schema as BlockSchema // checked just above
  })
}

/** The first field, inside of others too, whose value is no schema: such as the name of a type, or a function that was not called. */
function fieldWithoutSchema(value: unknown, name = '', seen = new Set<unknown>()): string | undefined {
  if (!(value instanceof z.ZodType)) return name
  if (seen.has(value)) return undefined // a schema may hold itself
  seen.add(value)
  const { innerType, element } = value.def as { innerType?: unknown; element?: unknown }
  const inside = innerType ?? element
  if (inside !== undefined) return fieldWithoutSchema(inside, name, seen)
  const fields = value instanceof z.ZodObject ? Object.entries(value.shape) : []
  for (const [one, field] of fields) {
    const found = fieldWithoutSchema(field, one, seen)
    if (found !== undefined) return found
  }
}
