import * as z from 'zod'
import { $ZodAsyncError } from 'zod/v4/core'
import { idSchema, listNames, optionalHeading } from './field-schemas.ts'
import { UsageError } from './finding.ts'

/**
 * The schema of an own block: `type` is its name in the content, and `fields` are made from `content/field-schemas.ts`.
 * The fields of every block, `id` and `headline`, are added.
 */
export function ownBlockSchema<T extends string, F extends z.ZodRawShape>(type: T, fields: F) {
  return z.object({ id: idSchema, headline: optionalHeading, type: z.literal(type), ...fields })
}

/**
 * The schema of an own block, as the bundle found it. `type` follows from the name of its
 * folder; `file` is its path from the site root.
 */
export type OwnSchema = { type: string; file: string; schema: unknown }

/** A schema that can be combined with those of the contract. */
type BlockSchema = z.ZodObject<{ type: z.ZodLiteral<string> }>

/**
 * Checks the schemas of a site's own blocks against those of the contract. Throws a `UsageError` that names the file.
 */
export function checkOwnSchemas(own: OwnSchema[], builtIn: readonly string[]): BlockSchema[] {
  return own.map(({ type, file, schema }) => {
    if (builtIn.includes(type)) {
      throw new UsageError(`"${file}" defines a block of the type "${type}", which is built in.`, {
        hint: 'Rename its folder, and give the schema the type that matches the new name.',
      })
    }
    if (!(schema instanceof z.ZodObject) || !(schema.shape.type instanceof z.ZodLiteral)) {
      throw new UsageError(`"${file}" does not export the schema of a block.`, {
        hint: `Write: export const schema = ownBlockSchema('${type}', { … }).`,
      })
    }
    if (schema.shape.type.value !== type) {
      throw new UsageError(
        `"${file}" defines a block of the type "${schema.shape.type.value}", but its folder is for the type "${type}".`,
        {
          hint: `Write ownBlockSchema('${type}', …), or rename the folder.`,
        },
      )
    }
    const { shows } = schema.meta() ?? {}
    if (shows && !listNames.includes(shows.list)) {
      throw new UsageError(`"${file}" does not name a list of the content API in "shows".`, {
        hint: `Write: .meta({ shows: { list: '${listNames[0]}' } }), with one of: ${listNames.join(', ')}.`,
      })
    }
    const fields = fieldsIn(schema)
    const bare = fields.find(([, field]) => !(field instanceof z.ZodType))
    if (bare) {
      throw new UsageError(`"${file}" has no schema for the field "${bare[0]}".`, {
        hint: `Use a schema from docs/blocks.md of the tool, as in "${bare[0]}: optionalWords", or call a function of zod, as in z.string().`,
      })
    }
    const late = fields.findLast(([, field]) => isAsync(field)) // the innermost
    if (late) {
      const what = late[0] ? `the field "${late[0]}"` : 'the block'
      throw new UsageError(`"${file}" checks or changes ${what} with an asynchronous function.`, {
        hint: 'Content is read without waiting for such functions. Remove "async" and everything that the function waits for.',
      })
    }
    return schema as BlockSchema // checked just above
  })
}

/** A schema and everything inside it, each with the name of its field. A value inside it may not be a schema at all. */
function fieldsIn(value: unknown, name = '', seen = new Set<unknown>()): [name: string, value: unknown][] {
  if (seen.has(value)) return [] // a schema may contain itself
  if (!(value instanceof z.ZodType)) return [[name, value]]
  seen.add(value)
  const {
    innerType,
    element,
    in: from,
    out,
  } = value.def as { [part in 'innerType' | 'element' | 'in' | 'out']?: unknown }
  const inside = [innerType, element, from, out].filter((one) => one !== undefined).map((one) => [name, one] as const)
  const fields = value instanceof z.ZodObject ? Object.entries(value.shape) : []
  return [[name, value], ...[...inside, ...fields].flatMap(([at, one]) => fieldsIn(one, at, seen))]
}

/**
 * True for a schema that itself has an asynchronous function, such as `.refine(async …)` or `.transform(async …)`. Some,
 * such as that of `.superRefine`, show only when they run, so a value of each kind is tried.
 */
function isAsync(schema: unknown): boolean {
  const def: z.core.$ZodTypeDef & { fn?: unknown; transform?: unknown } = (schema as z.ZodType).def
  const { checks = [], fn, transform } = def
  const made = [fn, transform, ...checks.flatMap(({ _zod }) => [_zod.check, (_zod.def as { fn?: unknown }).fn])]
  return (
    made.some((one) => one instanceof AsyncFunction) ||
    ['', 'a', 0, 1, true, [], {}, null, undefined].some((value) => isAsyncFor(value, schema as z.ZodType))
  )
}

function isAsyncFor(value: unknown, schema: z.ZodType): boolean {
  try {
    schema.safeParse(value)
    return false
  } catch (error) {
    return error instanceof $ZodAsyncError
  }
}

const AsyncFunction = (async () => {}).constructor as FunctionConstructor
