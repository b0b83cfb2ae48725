import { createRequire } from 'node:module'
import type { Event } from 'js-yaml'

const requireByNode = createRequire(import.meta.url)

/**
 * Returns a function that finds the line of a field in a YAML or JSON text, counted from 1. For a missing field, it
 * returns the line of the value that should hold the field.
 */
export function openLines(text: string): (path: PropertyKey[]) => number {
  const lines = linesOf(text)
  const lineOf = (path: PropertyKey[]): number =>
    lines.get(JSON.stringify(path)) ?? (path.length > 0 ? lineOf(path.slice(0, -1)) : 1)
  return lineOf
}

/** The line in which each field begins, by the field's path as JSON. A field with a name begins at its name. */
function linesOf(text: string): Map<string, number> {
  // Loaded only after a mistake in content.
  const { EVENT_ID, getScalarValue, parseEvents }: typeof import('js-yaml') = requireByNode('js-yaml')
  const lines = new Map<string, number>()
  const [, ...events] = parseEvents(text, {}) // the first event opens the document
  let at = 0
  let [line, counted] = [1, 0]

  /** Must be called in the order of the text, so that no part of it is counted twice. */
  const lineAt = (start: number): number => {
    line += text.slice(counted, start).split('\n').length - 1
    counted = Math.max(counted, start)
    return line
  }

  /**
   * Notes the lines of the next value and of everything in it. Without a `path`, only steps over them. Returns the text
   * of a scalar, an empty text for a collection, and `undefined` at the end of the surrounding collection.
   */
  const walk = (path?: PropertyKey[]): string | undefined => {
    const event = events[at]
    at += 1
    if (!event || event.type === EVENT_ID.POP) return undefined
    const name = path && JSON.stringify(path)
    if (name !== undefined && !lines.has(name)) lines.set(name, lineAt(startOf(event)))
    if (event.type === EVENT_ID.SEQUENCE) for (let index = 0; walk(path && [...path, index]) !== undefined; ) index += 1
    if (event.type === EVENT_ID.MAPPING) while (walkField(path));
    return event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : ''
  }

  const walkField = (path?: PropertyKey[]): boolean => {
    const start = lineAt(startOf(events[at]))
    const key = walk()
    if (key === undefined) return false
    if (path) lines.set(JSON.stringify([...path, key]), start)
    walk(path && [...path, key])
    return true
  }

  walk([])
  return lines
}

function startOf(event: Event | undefined): number {
  if (event && 'valueStart' in event) return event.valueStart
  return event && 'start' in event ? event.start : 0
}
