const mostCharacters = 300
const shownOfLong = 100

/** An address as messages show it, whole or its beginning: one that holds a picture (`data:`) is as long as that. */
export function shownAddress(address: string | URL): string {
  const text = String(address)
  return text.length > mostCharacters ? `${text.slice(0, shownOfLong).toWellFormed()}…` : text
}
