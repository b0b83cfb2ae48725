import type { FieldKind } from '#content/field-schemas.ts'
import { quoteValue } from '#content/wording/quote-value.ts'

/** How a text is garbled. A text that only looks like it costs no more than a remark. */
type Mistake = { pattern: RegExp; problem: string; hint: string }

/** A tag that editors use, or a character that is written by its name or number. */
const markup: Mistake = {
  pattern:
    /<\/?(?:a|b|br|div|em|h[1-6]|i|li|ol|p|span|strong|su[bp]|u|ul)(?:\s[^<>]*)?\/?>|&(?:#\d{2,6}|#x[\da-f]{2,5}|[a-z]{2,8});/i,
  problem: 'HTML, which visitors see as it is written',
  hint: 'The field is plain text: remove the tags at the service, and write each character itself instead of its name.',
}

/** A code that WordPress or a plugin of it replaces, such as `[gallery ids="1,2"]` or `[/caption]`. */
const shortcode: Mistake = {
  pattern: /\[\/[a-z][\w-]+\]|\[[a-z][\w-]+ [\w-]+=["“”„'][^[\]]*\]/i,
  problem: 'a code of another system, which visitors see as it is written',
  hint: 'Replace the code at the service with what it stood for, or remove it.',
}

/**
 * Letters and dashes in UTF-8 that were read as Windows-1252, such as "Ã³" for "ó", or what a program writes for bytes
 * that it cannot read. Does not match a letter such as "Å" before a quotation mark.
 */
const misread: Mistake = {
  pattern: /Ã[\u0080-ª¬-º¼-¿ŸŒœŠšŽž‰]|[ÄÅ][\u0080-\u009f‚„†‡‰™š›œžŸ¡-ª¬-º¼-¿]|â€|\ufffd/,
  problem: 'letters that were read in the wrong encoding',
  hint: 'Correct the text at the service. If it was imported, import it again as UTF-8.',
}

const inRichText = [shortcode, misread]
const inPlainText = [markup, ...inRichText]
const mistakesOf = new Map<FieldKind | undefined, Mistake[]>([
  ['html', inRichText],
  ['heading', inPlainText],
  ['words', inPlainText],
  ['search', inPlainText],
  ['alt', inPlainText],
])

/**
 * Says what is wrong with a text that visitors see garbled, as texts are after a careless export from another system,
 * and what to do. Only the first mistake counts. Undefined if there is none.
 */
export function garbledText(value: string, kind: FieldKind | undefined): { problem: string; hint: string } | undefined {
  const found = mistakesOf.get(kind)?.find(({ pattern }) => pattern.test(value))
  if (!found) return undefined
  return {
    problem: `${found.problem}: ${quoteValue(wordsAround(value, value.search(found.pattern)))}`,
    hint: found.hint,
  }
}

function wordsAround(text: string, at: number): string {
  return text.slice(Math.max(0, at - 20), at + 40)
}
