import { unitAfterNumber } from './units.ts'

/** A title that begins with a number: the number, which is set large, its unit beside it and the words below it. */
export type Figure = { number: string; unit: string; words: string }

/** `"10" reasons`: the sign after the number ends a quotation, and does not mean inches or feet. */
const quotedNumber = /^["'„“‚‘][^\p{L}]+["']/u
const leadingNumber = /^(?:[^\p{L}\p{N}\s]\s?)?\p{N}+(?:[.,:/–\s’'-]\p{N}+)*(?:\s?(?:[%‰+×]|°(?!\p{L}))|['"′″])*/u
const year = /^(?:19|20)\d\d$/
/** A longer number would not fit into any column when it is set large. */
const longestNumber = 10
const longNumber = 6
const longestWords = 60

/**
 * Splits a title that is or begins with a number. `undefined` for dates, years, ordinals, `3D`, quoted numbers and the
 * like, which are not figures.
 */
export function figureOf(title: string): Figure | undefined {
  const text = title.trim()
  const [number] = leadingNumber.exec(text) ?? []
  if (!number || quotedNumber.test(text) || number.length > longestNumber) return undefined
  const after = text.slice(number.length)
  const unit = unitAfterNumber(after)
  const rest = after.slice(unit.length)
  const words = rest.trim()
  if (words === '' || isUnit(after.trim())) return { number, unit: after.trim(), words: '' }
  const isSentence = /^\s+\p{L}/u.test(rest) && !/\p{N}/u.test(words) && words.length <= longestWords
  return isSentence && (unit !== '' || !year.test(number)) ? { number, unit: unit.trim(), words } : undefined
}

/** Whether the number of a title needs a smaller size in a narrow column. */
export function isLongFigure(title: string): boolean {
  return (figureOf(title)?.number ?? title).length > longNumber
}

/** Whether the text after a number is empty or short enough to be a unit. */
function isUnit(words: string): boolean {
  return !/\p{N}/u.test(words) && words.replaceAll(/[^\p{L}\p{P}\p{S}]/gu, '').length <= 3
}
