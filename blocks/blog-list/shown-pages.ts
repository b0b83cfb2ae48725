/** Returns the first page, the last page, the current page and its neighbours, or all of up to seven pages. */
export function shownPages(page: number, pages: number): number[] {
  const all = Array.from({ length: pages }, (_, at) => at + 1)
  return pages <= 7 ? all : all.filter((number) => number === 1 || number === pages || Math.abs(number - page) <= 1)
}
