const maxCharacters = 300
const shownOfLong = 100

/** An address as messages show it. A long address is cut, because a `data:` address holds a whole picture. */
export function shownAddress(address: string | URL): string {
  const text = String(address)
  return text.length > maxCharacters ? `${text.slice(0, shownOfLong).toWellFormed()}…` : text
}
