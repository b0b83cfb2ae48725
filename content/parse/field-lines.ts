import { createRequire } from 'node:module'
import type { Event } from 'js-yaml'
import { UsageError } from '#content/finding.ts'

const requireByNode = createRequire(import.meta.url)

/**
 * Returns a function that finds the line of a field in a YAML or JSON text, counted from 1. For a missing field, it
 * returns the line of the value that should hold the field. Throws a `UsageError` about `file` if its values are nested
 * too deeply for that.
 */
export function openLines(text: string, file: string): (path: PropertyKey[]) => number {
  const lines = linesOf(text, file)
  const lineOf = (path: PropertyKey[]): number =>
    lines.get(JSON.stringify(path)) ?? (path.length > 0 ? lineOf(path.slice(0, -1)) : 1)
  return lineOf
}

/** Values of the contract are nested a few levels deep, and each level needs a call. */
const maxDepth = 100
/** The problem of a file, as words that follow its name. */
export const nestedTooDeeply = `nests lists and objects ${maxDepth} levels deep, or deeper`

/** Whether js-yaml refused a text because of its depth. */
export function isTooDeep(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('nesting exceeded maxDepth')
}

/** The line in which each field begins, by the field's path as JSON. A field with a name begins at its name. */
function linesOf(text: string, file: string): Map<string, number> {
  // Loaded only after a mistake in content.
  const { EVENT_ID, getScalarValue, parseEvents }: typeof import('js-yaml') = requireByNode('js-yaml')
  const lines = new Map<string, number>()
  const read = (): Event[] => {
    try {
      return parseEvents(text, { maxDepth })
    } catch (error) {
      if (!isTooDeep(error)) throw error
      throw new UsageError(`"${file}" ${nestedTooDeeply}.`, {
        hint: 'Remove the superfluous levels. Nothing in the file was used.',
      })
    }
  }
  const [, ...events] = read() // the first event opens the document
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
