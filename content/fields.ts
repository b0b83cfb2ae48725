import * as z from 'zod'
import type { BlockFacts } from './blocks/block-facts.ts'
import { blocksSchema } from './blocks/block-schemas.ts'
import type { FieldKind, PictureUse } from './field-schemas.ts'

/**
 * A text or number of a document with its path, such as
 * `blocks[2].tiles[0].title`. For a picture, `value` is its address.
 */
export type Field = {
  path: string
  value: string
  kind?: FieldKind | undefined
  use?: PictureUse | undefined
  alt?: string
}

/** The properties of a schema that are needed to walk a document. */
type Shape = {
  schema: z.core.$ZodType
  meta: z.GlobalMeta
  fields: Map<string, Shape>
  /** For a list or a record: the shape of its members. */
  element?: Shape
  /** For a tuple: the shape of each member. */
  items?: Shape[]
  /**
   * For a union that is discriminated by a type: the shape of each type, and
   * `typeField`, the field that names the type.
   */
  types: Map<string, Shape>
  typeField?: string
  /** For any other union: its options. A value has the first option that accepts it. */
  options: Shape[]
  /** Whether values of this shape may hold pictures; true until it is known. */
  holdsPictures: boolean
}

const pictureKinds: (FieldKind | undefined)[] = ['image', 'imageUrl', 'html']

/**
 * Every picture, non-blank text and number of a document, in the order of its
 * fields, with what the contract says about it.
 */
export function fieldsOf(document: unknown, schema: z.ZodType): Field[] {
  return walk(document, schema, () => true)
}

/** Returns only the fields that are pictures, addresses of pictures, or rich text, which may hold pictures. */
export function pictureFieldsOf(document: unknown, schema: z.ZodType): Field[] {
  return walk(document, schema, (shape) => shape?.holdsPictures === true)
}

function walk(document: unknown, schema: z.ZodType, isWanted: (shape: Shape | undefined) => boolean): Field[] {
  const found: Field[] = []
  const visit = (parsed: unknown, wanted: Shape | undefined, path: string): void => {
    // The schema of an own block may turn a text into a date.
    const value = parsed instanceof Date ? parsed.toISOString() : parsed
    const shape = optionFor(value, wanted)
    const { kind, use } = shape?.meta ?? {}
    if (typeof value === 'number') found.push({ path, value: String(value), kind })
    else if (typeof value === 'string') {
      if (value.trim()) found.push({ path, value, kind })
    } else if (Array.isArray(value)) {
      value.forEach((item, at) => {
        visit(item, shape?.element ?? shape?.items?.[at], `${path}[${at}]`)
      })
    } else if (typeof value === 'object' && value !== null) {
      const { url, alt } = value as { url?: unknown; alt?: unknown }
      if (kind === 'image' && typeof url === 'string')
        found.push({ path, value: url, kind, use, ...(typeof alt === 'string' && { alt }) })
      for (const name of Object.keys(value)) {
        const field = shape?.fields.get(name) ?? shape?.element
        if (isWanted(field)) visit((value as Record<string, unknown>)[name], field, path ? `${path}.${name}` : name)
      }
    }
  }
  visit(document, shapeOf(schema), '')
  return found
}

/** The option of a union that a value has. An option may be a union itself. */
function optionFor(value: unknown, shape: Shape | undefined): Shape | undefined {
  if (shape?.typeField !== undefined) {
    const type = (value as Record<string, unknown> | null | undefined)?.[shape.typeField]
    return shape.types.get(String(type)) ?? shape
  }
  if (!shape?.options.length) return shape
  return optionFor(
    value,
    shape.options.find(({ schema }) => z.safeParse(schema, value).success),
  )
}

const shapes = new WeakMap<z.core.$ZodType, Shape>()

function shapeOf(schema: z.core.$ZodType): Shape {
  const known = shapes.get(schema)
  if (known) return known
  const shape: Shape = { schema, meta: {}, fields: new Map(), types: new Map(), options: [], holdsPictures: true }
  shapes.set(schema, shape) // set before its parts are, because a schema may contain itself
  const inner = innerOf(schema)
  if (inner) Object.assign(shape, shapeOf(inner), { schema })
  const isInside = inner !== undefined && shape.holdsPictures
  if (schema instanceof z.ZodArray) shape.element = shapeOf(schema.element)
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape)) shape.fields.set(name, shapeOf(field))
  if (schema instanceof z.ZodRecord) shape.element = shapeOf(schema.valueType)
  if (schema instanceof z.ZodTuple) shape.items = schema.def.items.map(shapeOf)
  if (schema instanceof z.ZodDiscriminatedUnion) {
    shape.typeField = schema.def.discriminator
    for (const option of schema.options) addType(shape, option, schema.def.discriminator)
  } else if (schema instanceof z.ZodUnion) shape.options = schema.options.map(shapeOf)
  // A picture with further fields (`imageSchema.extend`) is a new schema, without the metadata of `imageSchema`.
  const isPicture = shape.fields.get('alt')?.meta.kind === 'alt'
  shape.meta = { ...(isPicture && { kind: 'image' }), ...shape.meta, ...z.globalRegistry.get(schema) }
  const inside = insideOf(shape)
  shape.holdsPictures = isInside || pictureKinds.includes(shape.meta.kind) || inside.some((one) => one.holdsPictures)
  return shape
}

/** The shapes of everything that a value of this shape may hold. */
function insideOf({ element, items = [], options, fields, types }: Shape): Shape[] {
  return [...(element ? [element] : []), ...items, ...options, ...fields.values(), ...types.values()]
}

/** The schema inside a schema that only wraps it, such as one with a default; `undefined` for any other schema. */
export function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodLazy) return schema.unwrap()
  if (schema instanceof z.ZodPipe) return schema.in instanceof z.ZodTransform ? schema.out : schema.in
  return (schema._zod.def as { innerType?: z.core.$ZodType }).innerType // every wrapping schema has it
}

function addType(shape: Shape, option: z.core.$ZodType, discriminator: string): void {
  const { values } = option instanceof z.ZodObject ? option.shape[discriminator]._zod : { values: undefined }
  for (const value of values ?? []) shape.types.set(String(value), shapeOf(option))
}

/** Collects the facts about blocks that pages made in the browser need. */
export function factsOfBlocks(): BlockFacts {
  const facts: BlockFacts = { kinds: {}, keptEmpty: [], lists: listsOfBlocks() }
  const seen = new Set<Shape>()
  const visit = (shape: Shape, type: string): void => {
    if (seen.has(shape)) return
    seen.add(shape)
    for (const [name, field] of shape.fields) {
      noteField(facts, type, name, field)
      visit(field, type)
    }
    for (const inside of insideOf(shape)) visit(inside, type)
  }
  for (const [type, block] of blockShapes()) visit(block, type)
  return facts
}

/** The collections that blocks show, by block type. */
export function listsOfBlocks(): BlockFacts['lists'] {
  return Object.fromEntries([...blockShapes()].flatMap(([type, { meta }]) => (meta.shows ? [[type, meta.shows]] : [])))
}

const blockShapes = () => shapeOf(blocksSchema.element).types

/** The error for a field that holds one kind of content in one block and another kind in another block. */
export class FieldClash extends Error {
  readonly clash: Clash
  constructor(clash: Clash) {
    const { field, kind, known } = clash
    super(`The field "${field}" holds "${known}" in one block and "${kind}" in another; rename one of them.`)
    this.clash = clash
  }
}
/** `known` is the kind of the field in an earlier block; `kind` is its kind in the block of this `type`. */
type Clash = { field: string; kind: FieldKind; known: FieldKind; type: string }

function noteField({ kinds, keptEmpty }: BlockFacts, type: string, name: string, field: Shape): void {
  const { kind } = field.meta
  const isEmptyKept = z.safeParse(field.schema, '').data === ''
  if (isEmptyKept && !keptEmpty.includes(name)) keptEmpty.push(name)
  if (!kind) return
  const known = kinds[name] ?? kind
  if (known !== kind) throw new FieldClash({ field: name, kind, known, type })
  kinds[name] = kind
}
