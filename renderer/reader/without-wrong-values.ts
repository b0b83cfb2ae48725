import type { Attributes } from './read-clean-markup.ts'

const integer = /^-?\d+$/

/** The values that HTML allows, for attributes that do not accept arbitrary text. */
const rightValues = new Map([
  ['lang', /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i],
  ['dir', /^(?:ltr|rtl|auto)$/i],
  ['start', integer],
  ['value', integer],
  ['type', /^[1ai]$/i],
  ['colspan', /^(?:[1-9]\d{0,2}|1000)$/],
  ['rowspan', /^\d{1,4}$/],
  ['scope', /^(?:row|col)(?:group)?$/i],
])

/** The attributes of an element, except those whose value HTML does not allow. */
export function withoutWrongValues(attribs: Attributes): Attributes {
  const isRight = ([name, value]: [string, string]): boolean => rightValues.get(name)?.test(value) ?? true
  const written = Object.entries(attribs)
  return written.every(isRight) ? attribs : Object.fromEntries(written.filter(isRight))
}
