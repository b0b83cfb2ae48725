let utf8: TextDecoder | undefined

/** The value of a JSON body in UTF-8, with or without a byte order mark. Throws a `SyntaxError`. */
export function parseJson(body: Buffer): unknown {
  const text = textOf(body)
  // A reviver costs time, and few bodies hold such numbers.
  return /\d{16}/.test(text) ? JSON.parse(text, keepLongNumber) : JSON.parse(text)
}

/** The text of a body in UTF-8, without a byte order mark. */
export function textOf(body: Buffer): string {
  utf8 ??= new TextDecoder() // loaded when the first text comes
  return utf8.decode(body)
}

/** The status that a body tells: its `code`, a whole number from 400 to 599 or that number as text. Any other `code` is data. */
export function statusInBody(body: Buffer): number | undefined {
  if (!body.includes('"code"')) return undefined
  try {
    const code = (JSON.parse(textOf(body)) as { code?: unknown } | null)?.code
    const isStatus = (typeof code === 'number' || typeof code === 'string') && /^[45]\d\d$/.test(String(code))
    return isStatus ? Number(code) : undefined
  } catch {
    return undefined // not JSON: reported where the body is parsed
  }
}

/** Whole numbers that JavaScript would round (64-bit ids) stay as the digits that came: ids may be texts. */
function keepLongNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return context?.source && /^-?\d+$/.test(context.source) ? context.source : value
}
