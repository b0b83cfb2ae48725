import type { PageRow } from '#preview/panel-data.ts'

/**
 * Whether a phrase means a page: by its id, by its address as copied from a browser, or by words of its title and
 * address in any order.
 */
export function matchesPhrase({ id, title, href }: Pick<PageRow, 'id' | 'title' | 'href'>, phrase: string): boolean {
  const wanted = phrase.trim()
  if (wanted === id) return true
  const url = /^https?:/i.test(wanted) ? URL.parse(wanted) : null
  if (url) return withoutEnd(url.pathname) === href
  const text = plain(`${title} ${decodeURI(href)}`)
  return plain(withoutEnd(wanted))
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function withoutEnd(address: string): string {
  return address.replace(/(?<=.)\/$/, '')
}

/**
 * Removes case and accents, so that a page is found with or without accents. Only "ueber" still does not find "über".
 */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'l').toLowerCase()
}
