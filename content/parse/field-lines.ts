import { createRequire } from 'node:module'
import type { Event } from 'js-yaml'

const requireByNode = createRequire(import.meta.url)

/** Gives the line of a field of a YAML or JSON text, from 1; that of what should hold it where it is missing. */
export function openLines(text: string): (path: PropertyKey[]) => number {
  const lines = linesOf(text)
  const lineOf = (path: PropertyKey[]): number =>
    lines.get(JSON.stringify(path)) ?? (path.length > 0 ? lineOf(path.slice(0, -1)) : 1)
  return lineOf
}

/** In which line each field begins, by its path as JSON: that of its name, where it has one. */
function linesOf(text: string): Map<string, number> {
  const { EVENT_ID, getScalarValue, parseEvents }: typeof import('js-yaml') = requireByNode('js-yaml') // asked for after a slip only
  const lines = new Map<string, number>()
  const [, ...events] = parseEvents(text, {}) // the first opens the document
  let at = 0
  let [line, counted] = [1, 0]

  /** Asked in the order of the text, so that no part of it is counted twice. */
  const lineAt = (start: number): number => {
    line += text.slice(counted, start).split('\n').length - 1
    counted = Math.max(counted, start)
    return line
  }

  /** Notes the next value and all in it, nothing without a path; gives its words, or nothing where a collection ends. */
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
