import * as z from 'zod'
import { oneLine, table } from './table.ts'

const intro = `# Settings

This page lists the fields of a site's \`site.config.ts\`. \`npm run docs:reference\` generates it from the schema. A command refuses any other field, and
names its line. If a field is **needed** inside an optional one, give it whenever you give the optional one. [Pictures by place](#pictures-by-place)
describes the presets of pictures.
`

/** The part of a JSON Schema that is printed. */
type Field = {
  type?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  format?: string
  anyOf?: Field[]
  items?: Field
  properties?: Record<string, Field>
  propertyNames?: Field
  additionalProperties?: Field | boolean
  required?: string[]
  minimum?: number
  maximum?: number
}

/** Returns the reference of the settings as Markdown, given their schema, and sources with comments on its fields. */
export function printSettings(schema: z.ZodType, { settings, presets }: { settings: string; presets: string }): string {
  // zod's type of a JSON Schema has more than is printed
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Field
  const { picturePresets, ...rest } = properties
  // The code before the schema has names that would be taken for parents of its fields.
  const comments = commentsIn(settings.slice(settings.indexOf('export const settingsSchema')))
  const rows = Object.entries(rest).flatMap(([name, field]) =>
    rowsOf(name, field, { isNeeded: required.includes(name), comments }),
  )
  const preset = Object.values(picturePresets?.properties ?? {})[0]
  const places = Object.keys(picturePresets?.properties ?? {}).map((name) => `\`${name}\``)
  const presetRows = rowsOf('preset', preset ?? {}, {
    isNeeded: true,
    comments: commentsIn(presets, 'preset'),
    given: {},
  }).slice(1)
  const head = ['field', 'holds', 'default', 'what it is']
  return `${intro}
${table(head, rows)}
## Pictures by place

\`picturePresets\` holds a preset for each place that shows pictures: ${places.join(', ')}. A preset that you give replaces the tool's whole preset for this place.

${table(
  head,
  presetRows.map(([name = '', ...cells]) => [name.replace('preset.', ''), ...cells]),
)}`
}

type FieldFacts = { isNeeded: boolean; comments: Map<string, string>; given?: unknown }

function rowsOf(path: string, field: Field, { isNeeded, comments, given = field.default }: FieldFacts): string[][] {
  const shape = field.items?.properties ? field.items : field
  const place = shape === field ? path : `${path}[]`
  const row = [
    `\`${place}\``,
    shape.properties ? 'fields' : typeOf(field),
    isNeeded ? '**needed**' : given === undefined || shape.properties ? 'optional' : `\`${JSON.stringify(given)}\``,
    oneLine(comments.get(path.replaceAll('[]', '')) ?? ''),
  ]
  const rows = Object.entries(shape.properties ?? {}).flatMap(([name, one]) => {
    const own = fieldOf(given, name) ?? one.default
    const isOwnNeeded = own === undefined && (shape.required ?? []).includes(name)
    return rowsOf(`${place}.${name}`, one, { isNeeded: isOwnNeeded, comments, given: own })
  })
  return [row, ...rows]
}

function fieldOf(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined
}

function typeOf(field: Field): string {
  if (field.anyOf) return field.anyOf.map(typeOf).join(' or ')
  if (field.enum) return field.enum.map((value) => `\`${value}\``).join(' or ')
  if (field.const !== undefined) return `\`${field.const}\``
  if (field.items) return `list: ${typeOf(field.items)}`
  if (field.propertyNames) return 'text by locale'
  if (field.format === 'uri') return 'address'
  if (field.format === 'date-time') return 'date and time'
  if (field.type === 'string') return 'text'
  if (field.type === 'boolean') return '`true` or `false`'
  const { minimum, maximum } = field
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return isBounded ? `number, ${minimum} to ${maximum}` : 'number'
}

const commentedField = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^( +)(\w+)(?=[:,])/gm

/** Maps the paths of fields in a source to the comments above them. Its formatted indentation gives the paths. */
function commentsIn(source: string, root = ''): Map<string, string> {
  const comments = new Map<string, string>()
  const open: { indent: number; name: string }[] = []
  for (const [, text = '', indent = '', name = ''] of source.matchAll(commentedField)) {
    while ((open.at(-1)?.indent ?? -1) >= indent.length) open.pop()
    open.push({ indent: indent.length, name })
    const path = [root, ...open.map((one) => one.name)].filter(Boolean).join('.')
    const comment = text.replaceAll(/^\s*\* ?/gm, '').replaceAll(/ \(spec §[\d.]+\)/g, '')
    if (text !== '' && !comments.has(path)) comments.set(path, comment)
  }
  return comments
}
