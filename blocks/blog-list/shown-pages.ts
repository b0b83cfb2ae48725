/** The first, the last and the pages next to the current one; all of them up to seven. */
export function shownPages(page: number, pages: number): number[] {
  const all = Array.from({ length: pages }, (_, at) => at + 1)
  return pages <= 7 ? all : all.filter((number) => number === 1 || number === pages || Math.abs(number - page) <= 1)
}
