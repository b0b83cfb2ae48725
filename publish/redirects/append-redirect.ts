import { UsageError } from '#content/finding.ts'

export type NewRedirect = { from: string; to: string | null; family?: string }

/**
 * Appends an entry to the text of a valid `redirects.json`, formatted like the last one. Everything else stays
 * unchanged.
 */
export function appendRedirect(text: string, redirect: NewRedirect): string {
  const { end, entries } = findList(text)
  const last = entries.at(-1)
  const added = Object.entries(redirect).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
  if (!last) {
    const indent = /\n([ \t]*)"redirects"/.exec(text)?.[1]
    const [open, close] = indent === undefined ? ['', ''] : [`\n${indent}${indent}`, `\n${indent}`]
    return `${text.slice(0, end).trimEnd()}${open}{ ${added.join(', ')} }${close}${text.slice(end)}`
  }
  const entry = text.slice(last.start, last.end)
  const lead = /(?<!\s)\s*$/.exec(text.slice(0, last.start))?.[0] ?? ''
  const inner = /^\{(\s*)/.exec(entry)?.[1] ?? ''
  const outer = /(?<!\s)(\s*)\}$/.exec(entry)?.[1] ?? ''
  const between = inner.includes('\n') ? inner : ' '
  return `${text.slice(0, last.end)},${lead || ' '}{${inner}${added.join(`,${between}`)}${outer}}${text.slice(last.end)}`
}

/**
 * Changes the target of an entry, given by its number from 1, in the text of a valid `redirects.json`. Everything else
 * stays unchanged.
 */
export function changeTarget(text: string, number: number, to: string | null): string {
  const { start, end } = findList(text).entries[number - 1] ?? { start: 0, end: 0 }
  const entry = text.slice(start, end).replace(targetField, (_, name) => `${name}${JSON.stringify(to)}`)
  return `${text.slice(0, start)}${entry}${text.slice(end)}`
}

const targetField = /("to"\s*:\s*)(?:"(?:[^"\\]|\\.)*"|null)/

type Range = { start: number; end: number }

/** Where the list of redirects ends, before its bracket, and the range of each of its entries. */
function findList(text: string): { end: number; entries: Range[] } {
  let depth = 0
  let entryStart = 0
  const entries: Range[] = []
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token.startsWith('"')) continue
    if (token === '{' || token === '[') {
      depth += 1
      if (depth === 3) entryStart = index
    } else {
      if (depth === 3) entries.push({ start: entryStart, end: index + 1 })
      if (depth === 2) return { end: index, entries } // the file holds no other list
      depth -= 1
    }
  }
  throw new UsageError('The file of redirects has no list "redirects".', {
    hint: 'The file must be {"redirects": [{"from": "/old", "to": "/new"}]}.',
  })
}
