/** Matches a unit, a currency or a short word for a large number ("Mio") after a number, in any language. */
export const unitAtStart =
  /^(?:km\/h|км\/год|[kcmµ]?(?:m[²³]?|[gl])|[ксм]?(?:м[²³]?|[гл])|т|[kM]?Wh?|[kmµ]?[AV]|[kMG]?Hz|[hkM]?Pa|[KMGT]B|h|s|min|t|ha|bar|dB|K|°[CF]?|%|‰|(?:k|Md?)?€|£|\$|₴|zł|Kč|грн|PLN|EUR|CHF|Mio|Mrd|Uhr|Std|mln|tys|млн|млрд|тис)(?![\p{L}\d])\.?/u

/**
 * Returns the unit between a number and the words after it, with the space before it. The unit may follow a short word
 * for a large number, as in "18 Mio. € Umsatz".
 */
export function unitAfterNumber(text: string): string {
  const one = oneUnit(text)
  const two = one + oneUnit(text.slice(one.length))
  return [two, one].find((units) => !/^\S/.test(text.slice(units.length))) ?? ''
}

function oneUnit(text: string): string {
  const [blanks = ''] = /^\s+/.exec(text) ?? []
  const [unit] = (blanks && unitAtStart.exec(text.slice(blanks.length))) || []
  return unit === undefined ? '' : blanks + unit
}
