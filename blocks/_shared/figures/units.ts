/** What stands beside a number in any language: units, money, short words for many. */
export const unitAtStart =
  /^(?:km\/h|[kcmµ]?[mgl]|[kM]?Wh?|[kmµ]?[AV]|[kMG]?Hz|[hkM]?Pa|[KMGT]B|h|s|min|t|ha|bar|dB|K|°[CF]?|%|‰|€|£|\$|zł|PLN|EUR|Mio|Mrd|Uhr|Std|mln|tys)(?![\p{L}\d])\.?/u
