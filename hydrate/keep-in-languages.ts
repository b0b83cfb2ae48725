/** Adds a query to the links to this page in other languages, so that they lead to what it shows now. */
export function keepInLanguages(query: URLSearchParams): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.language-list a')) {
    if (link.origin === location.origin) link.search = `${query}`
  }
}
