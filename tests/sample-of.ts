import * as z from 'zod'
import { innerOf } from '#content/fields.ts'

/** The text of every text field of a sample: markup, quotes and a long word. */
export const hostileText = `"><script>alert(1)</script> & ${'x'.repeat(300)}`

/** Returns content that matches a schema, with every field filled and every text hostile. */
export function sampleOf(schema: z.core.$ZodType, name = ''): unknown {
  const { kind } = z.globalRegistry.get(schema) ?? {}
  if (kind === 'html') return '<p>Rich words</p>'
  const inner = innerOf(schema)
  if (inner) return sampleOf(inner, name)
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([key, field]) => [key, sampleOf(field, key)]))
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)]
  if (schema instanceof z.ZodTuple) return schema.def.items.map((item) => sampleOf(item))
  if (schema instanceof z.ZodRecord) return { [hostileText]: sampleOf(schema.valueType) }
  if (schema instanceof z.ZodUnion) return schema.options[0] && sampleOf(schema.options.at(-1) as z.core.$ZodType, name)
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodNumber) return 2
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodString) return textOf(name)
  return undefined
}

function textOf(name: string): string {
  if (name === 'id') return 'a "b" <c>'
  if (name === 'target') return '_blank'
  return name === 'url' || name.endsWith('Url') ? '/x' : hostileText
}
