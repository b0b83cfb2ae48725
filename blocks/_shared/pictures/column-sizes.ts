import type { Picture } from '#blocks/_shared/reader.ts'

/** Widths of a box in wide windows, on tablets and on telephones: CSS lengths, or sums of them. */
export type Widths = [wide: string, tablet: string, phone: string]
type Shape = Pick<Picture, 'width' | 'height'>

/** Widths of a box that fills some of the twelve columns of the page (`--page`, `--gutter`); on tablets half of it or the whole. */
export function columnWidths(columns: number, isWholeOnTablets: boolean): Widths {
  // The width on a page of 80rem, on one as wide as the window, on one of 76vw, and on one of 100rem, in rem or vw.
  const [least, fluid, grown, most] = [
    6.5 * columns - 2,
    8.125 * columns - 2.5,
    (76 / 12) * columns,
    (98 / 12) * columns - 2,
  ]
  const gaps = columns / 6 + 2
  const wide = `max(min(${round(least)}rem, ${round(fluid)}vw), min(${round(grown)}vw - ${round(gaps)}rem, ${round(most)}rem))`
  const whole = '100vw - 2.5rem'
  return [wide, isWholeOnTablets ? whole : '50vw - 1.875rem', whole]
}

type SizesOptions = {
  /** Width of the picture in a box; `at` counts the kinds of windows, 0 for wide ones. Without it the picture is as wide as the box. */
  shownIn?: (width: string, at: number) => string
  /** Where wide windows and tablets begin, in rem. */
  from?: [wide: number, tablet: number]
}

/** `sizes` of a picture in a box. Browsers choose a file by it: the narrowest that has a pixel for each one of the screen. */
export function sizesOf(widths: Widths, { shownIn = (width) => width, from = [60, 40] }: SizesOptions = {}): string {
  return widths
    .map((width, at) => `${from[at] ? `(min-width: ${from[at]}rem) ` : ''}calc(${shownIn(width, at)})`)
    .join(', ')
}

/** Width of a picture that fills a box of some height, including the parts that are cut off. */
export function coverWidth(picture: Shape, width: string, height: string): string {
  return `max(${width}, ${ratioOf(picture)} * ${height})`
}

/** Width of a picture that stands whole in a box of some height. */
export function containWidth(picture: Shape, width: string, height: string): string {
  return `min(${width}, ${ratioOf(picture)} * ${height})`
}

/** Width of a picture that fills a box of some shape. */
export function coverShape(picture: Shape, width: string, boxRatio: number): string {
  const times = round(ratioOf(picture) / boxRatio)
  return times > 1 ? `${times} * (${width})` : width
}

/** Width in px of a box that fills some columns, in a window of 80rem. */
export function usualWidth(columns: number): number {
  return 104 * columns - 32
}

/** A box some columns wide: of a `shape` (width through height) that pictures fill, or of a `height` in px in which they stand whole. */
export type Box = { columns: number } & ({ shape: number } | { height: number })

/** Whether a picture would blur in a box: be shown at more than 1.75 times its size in a window of 80rem. Vectors never do. */
export function isSmallFor(picture: Picture, box: Box): boolean {
  const width = usualWidth(box.columns)
  const ratio = ratioOf(picture)
  const shown = 'shape' in box ? Math.max(width, (ratio / box.shape) * width) : Math.min(width, ratio * box.height)
  return shown > 1.75 * picture.width && !!picture.src && !/\.svg\b/.test(picture.src)
}

function ratioOf({ width, height }: Shape): number {
  return round(width / height)
}

function round(number: number): number {
  return Math.round(number * 1000) / 1000
}
