/** What stands beside a number in any language: units, money, short words for many. */
const unit = String.raw`(?:km\/h|[kcmµ]?(?:m[²³]?|[gl])|[kM]?Wh?|[kmµ]?[AV]|[kMG]?Hz|[hkM]?Pa|[KMGT]B|h|s|min|t|ha|bar|dB|K|°[CF]?|%|‰|(?:k|Md?)?€|£|\$|zł|PLN|EUR|Mio|Mrd|Uhr|Std|mln|tys)(?![\p{L}\d])\.?`

export const unitAtStart = new RegExp(`^${unit}`, 'u')

/** What stands alone between a number and words: a unit, or a short word for many and a unit, as in "18 Mio. € Umsatz". */
export const unitAfterNumber = new RegExp(`^(?:\\s+${unit}){1,2}(?!\\S)`, 'u')
