/**
 * Widths of a picture that fills some of the twelve columns of the page (`--page`, `--gutter`). On tablets it fills half of the
 * window, or the whole of it; on telephones always the whole.
 */
export function columnSizes(columns: number, isWholeOnTablets: boolean): string {
  const [rem, vw] = [6.5 * columns - 2, 8.125 * columns - 2.5].map((width) => Math.round(width * 10) / 10)
  return `(min-width: 60rem) min(${rem}rem, ${vw}vw), (min-width: 40rem) ${isWholeOnTablets ? 95 : 46}vw, calc(100vw - 2.5rem)`
}
