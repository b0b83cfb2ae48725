import { isUtf8 } from 'node:buffer'

let utf8: TextDecoder | undefined

/**
 * The value of a JSON body in UTF-8, with or without a byte order mark. Removes characters that no page may hold from
 * texts: control characters, noncharacters of Unicode and lone surrogates, such as half an emoji. Addresses and ids
 * keep them. Throws a `SyntaxError`.
 */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new SyntaxError('The text is not in UTF-8.')
  const text = textOf(body)
  // A reviver costs time, and few bodies hold long numbers or such characters.
  if (!hasLongNumber(body) && !mayHoldControl.test(text)) return JSON.parse(text)
  try {
    return JSON.parse(text, revive)
  } catch (error) {
    // Nested deeper than calls can be, which every limit refuses.
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

/**
 * True for a text that may hold one of `controls`. JSON always escapes those up to
 * U+001F; the others may be written literally.
 */
const mayHoldControl =
  /\\(?:b|u00[01789]|ufd[de]|ufff[ef]|ud[89ab]..(?!\\ud[c-f]))|[\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]/gu
/** Fields with addresses and ids, which are judged exactly as they are written. */
const writtenAsIs = /slug|path|url|reference|^id$/i

function revive(key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'string') return keepLongNumber(value, context)
  // U+000B is the line break of word processors. Without a space, the words around it would run together.
  return writtenAsIs.test(key) ? value : value.replaceAll(controls, (character) => (character === '\u000b' ? ' ' : ''))
}

const longestNumber = 15

/**
 * True if there are 16 digits in a row. Looks only at every sixteenth byte, because one of the 16 digits must be there.
 */
function hasLongNumber(body: Buffer): boolean {
  for (let at = longestNumber; at < body.length; at += longestNumber + 1) {
    if (!isDigit(body[at])) continue
    let [start, end] = [at, at + 1]
    while (isDigit(body[start - 1])) start -= 1
    while (isDigit(body[end])) end += 1
    if (end - start > longestNumber) return true
  }
  return false
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** True for an empty body, and for JSON that ends before its value does: the rest was lost on the way. */
export function isTruncated(body: Buffer): boolean {
  const start = body.findIndex((byte) => !blanks.has(byte))
  if (start < 0) return true
  if (!startsOfValues.has(body[start] ?? 0)) return false // not a document, for example HTML
  let open = 0
  for (let at = start; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) at = endOfText(body, at)
    else if (byte === 0x7b || byte === 0x5b) open += 1
    else if (byte === 0x7d || byte === 0x5d) open -= 1
    if (at < 0) return true
  }
  return open > 0
}

const quote = 0x22
const backslash = 0x5c
/** White space of JSON, and the bytes of a byte order mark. */
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])
const startsOfValues = new Set([quote, 0x7b, 0x5b])

/** Index of the quote that closes the string opened at `start`; -1 if the string does not end. */
function endOfText(body: Buffer, start: number): number {
  for (let at = body.indexOf(quote, start + 1); at >= 0; at = body.indexOf(quote, at + 1)) {
    let before = at - 1
    while (before > start && body[before] === backslash) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return -1
}

/** The text of a body in UTF-8, without a byte order mark. */
export function textOf(body: Buffer): string {
  utf8 ??= new TextDecoder() // created for the first text
  return utf8.decode(body)
}

/**
 * The status that a body reports: its `code`, if that is a whole number from 400 to
 * 599, also as text. Any other `code` is data.
 */
export function statusInBody(body: Buffer): number | undefined {
  if (!body.includes('"code"')) return undefined
  try {
    const code = (JSON.parse(textOf(body)) as { code?: unknown } | null)?.code
    const isStatus = (typeof code === 'number' || typeof code === 'string') && /^[45]\d\d$/.test(String(code))
    return isStatus ? Number(code) : undefined
  } catch {
    return undefined // not JSON, which is reported where the body is parsed
  }
}

const mostOfMessage = 200

/**
 * The service's message about a failure, in the contract's form `{code, message}`: on one
 * line, and cut to the length that messages show.
 */
export function messageInBody(body: Buffer): string | undefined {
  try {
    const { message } = (parseJson(body) ?? {}) as { message?: unknown }
    const said = typeof message === 'string' ? message.replaceAll(/\s+/g, ' ').trim() : ''
    const isLong = said.length > mostOfMessage
    return isLong ? `${said.slice(0, mostOfMessage - 1).toWellFormed()}…` : said || undefined
  } catch {
    return undefined // the body is not JSON, so it holds no message for people
  }
}

/**
 * Turns whole numbers that JavaScript would round (64-bit ids) into texts of their digits, because ids may be texts.
 */
function keepLongNumber(value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return context?.source && /^-?\d+$/.test(context.source) ? context.source : value
}
