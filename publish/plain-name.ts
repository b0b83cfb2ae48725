/** Letters that are not a Latin letter with a diacritic, and their spelling in plain letters. */
const letters: Record<string, string> = { ł: 'l', ß: 'ss', ø: 'o', œ: 'oe', æ: 'ae', đ: 'd', ı: 'i' }

/**
 * A text reduced to the characters that every host, file system and registry allows in a name: "Żółta łódź" becomes
 * "zolta-lodz".
 */
export function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[łßøœæđı]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
