/** Where a text stops being JSON, from 1, and a little of what stands before and after that place. */
export type JsonBreak = { line: number; column: number; before: string; after: string }

const quoted = 24

/** Where a text that begins as JSON stops being JSON; `undefined` when it is whole, or only cut off at its end. */
export function breakOfJson(text: string): JsonBreak | undefined {
  const at = placeOfBreak(text)
  if (at === text.length) return undefined
  const lines = text.slice(0, at).split(/\r\n|\n|\r/)
  return {
    line: lines.length,
    column: (lines.at(-1) ?? '').length + 1,
    before: text.slice(Math.max(0, at - quoted), at),
    after: text.slice(at, at + quoted),
  }
}

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

const blank = /[ \t\n\r]*/y
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** A part of a JSON string. One expression for all of a string would need a stack that grows with it. */
const partOfString = /[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/** Index of the first character that cannot follow those before it; the length of the text when each can. RFC 8259, without recursion. */
function placeOfBreak(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  for (let at = endOf(blank, text, 0); at < text.length; at = endOf(blank, text, at)) {
    const sign = text[at] ?? ''
    const step = takeSign(sign, expected, open)
    if (step) {
      expected = step
      at += 1
      continue
    }
    const isKey = expected.startsWith('key')
    if (!isKey && !expected.startsWith('value')) return at
    const end = sign === '"' ? endOfString(text, at + 1) : endOf(literal, text, at)
    if (sign === '"' ? text[end] !== '"' : isKey || end === at) return end
    at = sign === '"' ? end + 1 : end
    expected = isKey ? 'colon' : afterValue(open)
  }
  return text.length
}

/** What may follow one of the characters `{}[]:,`; `undefined` when `sign` is none of them, or may not stand here. */
function takeSign(sign: string, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  if ((sign === '{' || sign === '[') && expected.startsWith('value')) {
    open.push(sign)
    return sign === '{' ? 'key or end' : 'value or end'
  }
  if (sign === ':' && expected === 'colon') return 'value'
  if (sign === ',' && expected === 'comma or end') return open.at(-1) === '{' ? 'key' : 'value'
  const closed = sign === '}' ? '{' : sign === ']' ? '[' : undefined
  if (closed === undefined || closed !== open.at(-1) || !expected.endsWith('or end')) return undefined
  open.pop()
  return afterValue(open)
}

function afterValue(open: readonly string[]): Expected {
  return open.length > 0 ? 'comma or end' : 'nothing'
}

/** Index of the closing quote of a string, or of the first character that it must not hold. */
function endOfString(text: string, from: number): number {
  let at = from
  for (let end = endOf(partOfString, text, at); end > at; end = endOf(partOfString, text, at)) at = end
  return at
}

/** The end of the match of a sticky pattern that begins at `at`; `at` itself when nothing matches. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}
