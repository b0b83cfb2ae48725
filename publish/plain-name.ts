/** Letters that are no Latin letter with a mark, and how they are written with plain letters. */
const letters: Record<string, string> = { ł: 'l', ß: 'ss', ø: 'o', œ: 'oe', æ: 'ae', đ: 'd', ı: 'i' }

/** A text reduced to what every host, file system and registry takes as a name: "Żółta łódź" becomes "zolta-lodz". */
export function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[łßøœæđı]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
