import { isObject, textOf } from '#hydrate/api/answer.ts'
import { isBlank } from '#hydrate/api/is-blank.ts'

/** A block as it arrived, tidied. Its fields are not validated: the component that shows it has to cope. */
export type HiddenBlock = Record<string, unknown> & { id: string; type: string }

/** Returns the tidied blocks of a hidden page, as the pipeline reads them. Anything that is not a block is left out. */
export function readBlocks(blocks: unknown, keptEmpty: string[]): HiddenBlock[] {
  if (!Array.isArray(blocks)) return []
  return blocks.filter(isObject).map((block, at) => {
    const tidied = tidy(block, keptEmpty)
    return { ...tidied, id: textOf(tidied.id) || String(at), type: textOf(tidied.type) }
  })
}

/** Copies an object deeply, dropping `null` and, except in fields of `keptEmpty`, blank texts. Ids become texts. */
export function tidy(thing: Record<string, unknown>, keptEmpty: string[]): Record<string, unknown> {
  const tidyValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((one) => one !== null).map(tidyValue)
    return isObject(value) ? tidy(value, keptEmpty) : value
  }
  const fields = Object.entries(thing).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || (typeof value === 'string' && isBlank(value) && !keptEmpty.includes(name))) return []
    return [[name, name === 'id' ? textOf(value) : tidyValue(value)]]
  })
  return Object.fromEntries(fields)
}
