import * as z from 'zod'

/**
 * The kind of content in a field of a document that visitors see: the heading of its block or item,
 * other words, rich text, a picture, only the address of a picture, the alternative text of a
 * picture, a link, words for search engines, or a date.
 */
export type FieldKind = 'heading' | 'words' | 'html' | 'image' | 'imageUrl' | 'alt' | 'link' | 'search' | 'date'

/** The place that a picture fills. Each is a name in the settings' `picturePresets`. */
export type PictureUse =
  | 'text'
  | 'tile'
  | 'gallery'
  | 'logo'
  | 'offer'
  | 'portrait'
  | 'post_list_thumb'
  | 'header_intro_thumb'

/** Collections of the content API that blocks show. */
export const listNames = ['posts', 'services', 'job_offers', 'contact_people'] as const
export type ListName = (typeof listNames)[number]

declare module 'zod' {
  /** Properties of the field or block besides its shape. `content/fields.ts` reads them. */
  interface GlobalMeta {
    kind?: FieldKind
    use?: PictureUse
    /** The service may send an empty text here, which is read as missing. */
    mayBeEmpty?: true
    /** The collection that a block shows, unless the block has its own members in the field `unless`. */
    shows?: { list: ListName; unless?: string }
  }
}

/**
 * A field that may be missing or `null`. Both are read as `undefined` (content
 * API: "a missing optional field equals null").
 */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional()

/**
 * A choice or an id that may be missing. An empty or blank text counts as missing, because services often send it for a
 * choice that nobody made.
 */
export const optionalChoice = <T extends z.ZodType>(schema: T) =>
  z
    .preprocess((value) => (typeof value === 'string' && blank.test(value) ? undefined : value), optional(schema))
    .meta({ mayBeEmpty: true })
    .optional()

/** White space, and characters that show nothing, such as soft hyphens and zero-width spaces. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

/**
 * Text that is shown, without white space around it, because pages put texts into sentences. A text that consists only
 * of invisible characters becomes empty.
 */
export const textSchema = z.string().overwrite((value) => (blank.test(value) ? '' : value.trim()))

/** Text that may be missing. A text that consists only of invisible characters counts as missing. */
export const optionalText = textSchema
  .nullable()
  .transform((value) => value || undefined)
  .optional()

/** Ids are numbers or strings in answers, and strings here, so `770077` equals `"770077"`. */
export const idSchema = z
  .union([z.number(), z.string().min(1)], 'expected a number or a non-empty text')
  .transform(String)

/** Words that visitors read as the heading of a block or item. */
export const headingSchema = textSchema.meta({ kind: 'heading' })
export const optionalHeading = optionalText.meta({ kind: 'heading' })

/** Other words that visitors read. */
export const optionalWords = optionalText.meta({ kind: 'words' })

/** Words for search engines. */
export const searchWords = optionalText.meta({ kind: 'search' })

/** An address that editors write. */
export const addressSchema = z.string().meta({ kind: 'link' })
export const optionalAddress = optionalText.meta({ kind: 'link' })

/** Rich text written by editors. Untrusted: only `Reader.html` may turn it into markup. */
export const htmlSchema = z.string().brand<'Html'>().meta({ kind: 'html' })

/** A date in ISO 8601, kept as text because an invalid date is a warning and not an error. */
export const dateSchema = optionalText.meta({ kind: 'date' })

const anyImageSchema = z.object({
  url: z.string(),
  mime: optionalText,
  alt: optional(textSchema.meta({ kind: 'alt' })),
  width: optional(z.number()),
  height: optional(z.number()),
})

/** The schema of a picture that fills this place. */
export const imageFor = (use: PictureUse) => anyImageSchema.meta({ kind: 'image', use })
export const imageSchema = imageFor('text')

export const galleryImageSchema = anyImageSchema
  .extend({ caption: optionalWords })
  .meta({ kind: 'image', use: 'gallery' })

export const linkSchema = z
  .object({ name: headingSchema, url: addressSchema, target: optionalText })
  .meta({ kind: 'link' })
