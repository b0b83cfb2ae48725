import { z } from 'zod'

/** A field that may be missing or `null`; both are read as `undefined` (content API: "a missing optional field equals null"). */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()

/** Text that may be missing; blank counts as missing. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => (value?.trim() ? value : undefined))
  .optional()

/** Ids are numbers or strings on the wire and strings here, so `770077` equals `"770077"`. */
export const idSchema = z
  .union([z.number(), z.string().min(1)], 'expected a number or a non-empty text')
  .transform(String)

/** Rich text of editors. Untrusted: only `Reader.richText` may turn it into markup. */
export const htmlSchema = z.string().brand<'Html'>()

/** ISO 8601 on the wire; kept as text, because an invalid date is a warning and not an error. */
export const dateSchema = optionalText

export const imageSchema = z.object({
  id: optional(idSchema),
  url: z.string(),
  mime: optionalText,
  lastModified: dateSchema,
  size: optional(z.number()),
  alt: optional(z.string()),
  width: optional(z.number()),
  height: optional(z.number()),
})

export const linkSchema = z.object({ name: z.string(), url: z.string(), target: optionalText })
